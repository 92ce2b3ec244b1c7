import { describe, expect, test } from "vitest";

import { around, placed, seating, type Shape, type Spot } from "./seats";

const PHONE = { width: 360, height: 300 };
const BOXES: Record<string, { box: typeof PHONE; shape: Shape }> = {
  phone: { box: PHONE, shape: "narrow" },
  tall: { box: { width: 390, height: 500 }, shape: "narrow" },
  landscape: { box: { width: 256, height: 316 }, shape: "low" },
  tablet: { box: { width: 768, height: 690 }, shape: "wide" },
  desk: { box: { width: 960, height: 500 }, shape: "wide" },
};

function apart(spots: Spot[], face: number, box: typeof PHONE): void {
  const height = face + 18;
  const at = spots.map(({ x, y }) => ({ x: x * (box.width - face), y: y * (box.height - height) }));
  for (const [i, a] of at.entries())
    for (const b of at.slice(i + 1)) expect(Math.abs(a.x - b.x) >= face || Math.abs(a.y - b.y) >= height).toBe(true);
}

describe("seats", () => {
  test("clockwise play goes to the player on the left of the screen", () => {
    expect(seating(4, 2)).toEqual([3, 0, 1]);
    expect(around(3)[0].x).toBeLessThan(around(3)[2].x);
  });

  test("a spectator sees every seat", () => {
    expect(seating(3, null)).toEqual([0, 1, 2]);
  });

  const cases = Object.keys(BOXES).flatMap((name) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [name, n] as const));
  test.each(cases)("on a %s, %i others sit inside the table's frame, clockwise and apart", (name, n) => {
    const { box, shape } = BOXES[name];
    const { spots, face, above } = placed(n, box, shape, false);
    expect(spots).toHaveLength(n);
    for (const { x, y } of spots) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
    expect(above).toBeLessThan(box.height * 0.7);
    apart(spots, face, box);
    const across = spots.map(({ x }) => x);
    expect([...across].sort((a, b) => a - b)).toEqual(across);
  });

  test("with three others on a phone, one sits on the left, one across, and one on the right", () => {
    const { spots } = placed(3, PHONE, "narrow", false);
    expect(spots.map(({ x }) => x)).toEqual([0, 0.5, 1]);
    expect(spots[0].y).toBeGreaterThan(spots[1].y);
  });

  test("with three others on a phone on its side, all sit across, so the piles are large", () => {
    const { spots, above, beside } = placed(3, { width: 256, height: 316 }, "low", false);
    expect(spots.map(({ y }) => y)).toEqual([0, 0, 0]);
    expect(above).toBeLessThan(100);
    expect(beside).toBe(0);
  });

  const views = [
    ["narrow", { width: 360, height: 540 }],
    ["wide", { width: 960, height: 700 }],
    ["low", { width: 844, height: 300 }],
  ] as const;
  const watched = views.flatMap(([shape, box]) => [2, 3, 4, 7, 10].map((n) => [shape, n, box] as const));
  test.each(watched)("on a %s table, a spectator sees %i players at the top and at the bottom, apart", (shape, n, box) => {
    const { spots, face } = placed(n, box, shape, true);
    expect(Math.max(...spots.map(({ y }) => y))).toBeCloseTo(1);
    expect(Math.min(...spots.map(({ y }) => y))).toBeLessThan(0.3);
    apart(spots, face, box);
  });
});
