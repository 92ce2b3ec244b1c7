// Colors that axe doesn't judge: borders of fields and buttons, and the outline of the focus (WCAG 1.4.11).
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const tokens = readFileSync("src/styles/theme.css", "utf8");

type Scheme = 0 | 1; // light, dark

function color(name: string, scheme: Scheme): string {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
  return found?.[scheme + 1] ?? "";
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test.each([
  ["light", 0],
  ["dark", 1],
] as const)("controls and the focus stand out by 3:1 from every ground (%s)", (_, scheme) => {
  for (const ground of ["paper", "surface"])
    for (const sign of ["line-strong", "accent", "focus", "good", "bad"])
      expect(contrast(color(sign, scheme), color(ground, scheme)), `${sign} on ${ground}`).toBeGreaterThanOrEqual(3);
});
