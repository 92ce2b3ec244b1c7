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

const HEX = /^#[0-9a-f]{6}$/i;
const parts = (color: string): number[] => [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
const luminance = ([r, g, b]: number[]): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** A color `#rrggbb` made so dark that its luminance is at most this; what is written otherwise stays as it is. */
export function darkened(color: string, most: number): string {
  if (!HEX.test(color)) return color;
  const light = parts(color);
  const scale = Math.min(1, most / luminance(light));
  return `#${light
    .map((part) =>
      Math.round(255 * (part * scale) ** (1 / 2.2))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Whether a sign in one color can be seen on another. */
function standsOut(color: string, ground: string): boolean {
  if (!HEX.test(color) || !HEX.test(ground)) return true;
  const [high, low] = [luminance(parts(color)), luminance(parts(ground))].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05) >= 3.5;
}

/** The mood of an edition; what its catalog does not say comes from its id. */
export function mood(edition: Felt): Mood {
  const h = hash(edition.id);
  const hue = h % 360;
  const own = [`hsl(${hue} 45% 22%)`, `hsl(${(hue + 20) % 360} 55% 48%)`, `hsl(${(hue + 190) % 360} 80% 70%)`];
  const colors = own.map((color, i) => edition.mood?.colors[i] ?? color).concat(edition.mood?.colors.slice(3) ?? []);
  const [ground, second, third] = colors;
  const accent = [third, second, ...colors.slice(3)].find((color) => standsOut(color, ground)) ?? "#fffaf0";
  const tone = accent === second ? third : second;
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
