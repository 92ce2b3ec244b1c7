import { hash } from "../cards/moods";

/** What the drawing of a face is made of. */
export function faceParts(name: string, face = 0) {
  const h = hash(face ? `face ${face}` : name);
  return {
    hue: h % 360,
    skin: (h >>> 9) % 6,
    tint: (h >>> 12) % 6,
    hair: (h >>> 15) % 5,
    eyes: (h >>> 18) % 4,
    mouth: (h >>> 21) % 5,
    glasses: (h >>> 24) % 4 === 0,
  };
}
