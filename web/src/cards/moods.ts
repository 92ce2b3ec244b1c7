// How an edition feels: the palette and the pattern on the back of its cards, from its catalog or from its id.

export const PATTERNS = ["rays", "waves", "stars", "grid", "rings", "checks"];

export interface Mood {
  /** The ground of the back, the tone of its pattern, and the accent: CSS colors. */
  ground: string;
  tone: string;
  accent: string;
  pattern: string;
  /** The cloth of the table: the ground, dark enough for light print, by day and by night. */
  cloth: string;
  night: string;
}

/** The part of a catalog's edition that a mood needs. */
export interface Felt {
  id: string;
  mood?: { colors: readonly string[]; pattern: string } | null;
}

/** A number from a text, the same everywhere. */
export function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** A color `#rrggbb` made so dark that its luminance is at most this; what is written otherwise stays as it is. */
export function darkened(color: string, most: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color;
  const parts = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  const luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  const scale = luminance > most ? most / luminance : 1;
  return `#${parts.map((part) => Math.round(255 * (part * scale) ** (1 / 2.2)).toString(16).padStart(2, "0")).join("")}`;
}

/** The mood of an edition; what its catalog does not say comes from its id. */
export function mood(edition: Felt): Mood {
  const h = hash(edition.id);
  const hue = h % 360;
  const own = [`hsl(${hue} 45% 22%)`, `hsl(${(hue + 20) % 360} 55% 48%)`, `hsl(${(hue + 190) % 360} 80% 70%)`];
  const [ground, tone, accent] = own.map((color, i) => edition.mood?.colors[i] ?? color);
  const pattern = edition.mood?.pattern ?? "";
  return {
    ground,
    tone,
    accent,
    pattern: PATTERNS.includes(pattern) ? pattern : PATTERNS[(h >>> 9) % PATTERNS.length],
    cloth: darkened(ground, 0.07),
    night: darkened(ground, 0.025),
  };
}
