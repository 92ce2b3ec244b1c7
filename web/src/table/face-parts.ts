import { hash } from "../cards/moods";

const FRIENDLY = [0, 2, 3]; // mouths that smile

/** What the drawing of a face is made of. */
export function faceParts(name: string, face = 0) {
  const h = hash(face ? `face ${face}` : name);
  const mood = h >>> 21;
  return {
    hue: h % 360,
    skin: (h >>> 9) % 6,
    tint: (h >>> 12) % 6,
    hair: (h >>> 15) % 5,
    eyes: (h >>> 18) % 4,
    mouth: face ? mood % 5 : FRIENDLY[mood % FRIENDLY.length], // nobody picked the face of a name
    glasses: (h >>> 24) % 4 === 0,
  };
}
