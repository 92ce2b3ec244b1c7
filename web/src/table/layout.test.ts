import { describe, expect, test } from "vitest";

import { cardWidth, fan, handHeight, LEAST_STEP } from "./layout";

const phone = { width: 344, height: 250 };

describe("fan", () => {
  test.each([1, 2, 7, 12, 20, 30, 40])("%i cards fit on a phone, and a finger can reach every one", (n) => {
    const { spots, width, height, needs } = fan(n, phone, 66);
    expect(spots).toHaveLength(n);
    expect(needs).toBeLessThanOrEqual(phone.height);
    for (const [i, spot] of spots.entries()) {
      expect(spot.x).toBeGreaterThanOrEqual(-0.01);
      expect(spot.x + width).toBeLessThanOrEqual(phone.width + 0.01);
      expect(spot.y).toBeGreaterThanOrEqual(0);
      expect(spot.y + height).toBeLessThanOrEqual(phone.height + 0.01);
      const next = spots[i + 1];
      if (next && Math.abs(next.y - spot.y) < 20) expect(next.x - spot.x).toBeGreaterThanOrEqual(LEAST_STEP - 0.01);
      else if (next) expect(next.y - spot.y).toBeGreaterThanOrEqual(LEAST_STEP);
    }
  });

  test("a few cards lie in one arc, highest in the middle", () => {
    const { spots, rows } = fan(7, { width: 800, height: 200 }, 90);
    expect(rows).toBe(1);
    expect(spots[3].y).toBeLessThan(spots[0].y);
    expect(spots[0].turn).toBe(-spots[6].turn);
  });

  test("many cards lie in rows of nearly the same length", () => {
    const { rows, spots } = fan(20, phone, 66);
    expect(rows).toBeGreaterThan(1);
    expect(spots.every((spot) => spot.turn === 0)).toBe(true);
  });

  test("if nothing fits, the cards need more height than there is and keep their spacing", () => {
    const { needs, step } = fan(100, { width: 300, height: 120 }, 66);
    expect(needs).toBeGreaterThan(120);
    expect(step).toBeGreaterThanOrEqual(LEAST_STEP);
  });

  test("an empty hand needs nothing", () => {
    expect(fan(0, phone, 66)).toMatchObject({ spots: [], rows: 0, needs: 0 });
  });
});

describe("a hand of seven", () => {
  // How wide its box is, the height of the page, and how wide its cards are at least.
  test.each([
    ["a small phone", 344, 640, "narrow", 92],
    ["a large phone", 396, 860, "narrow", 108],
    ["a small phone on its side", 368, 360, "low", 98],
    ["a phone on its side", 490, 390, "low", 118],
    ["a small desk", 1008, 700, "wide", 98],
    ["a desk", 944, 800, "wide", 116],
    ["a page at four times its size", 304, 256, "tiny", 68],
  ] as const)("is as large as fits on %s", (_, width, height, kind, least) => {
    const [tiny, low, wide] = (["tiny", "low", "wide"] as const).map((each) => each === kind);
    const box = { width, height: handHeight(height, tiny, low, wide) };
    const laid = fan(7, box, cardWidth(height, tiny, low, wide));
    expect(laid.width).toBeGreaterThanOrEqual(least);
    expect(laid.needs).toBeLessThanOrEqual(box.height);
    for (const { x } of laid.spots) expect(x + laid.width).toBeLessThanOrEqual(width + 0.01);
  });
});
