import { expect, test } from "vitest";

import { freeSpot } from "./free-spot";

const table = { left: 0, top: 0, right: 400, bottom: 300 };
const size = { width: 100, height: 40 };

test("an announcement stays where it belongs if nothing lies there", () => {
  expect(freeSpot(size, { x: 200, y: 150 }, table, [])).toEqual({ x: 200, y: 150 });
});

test("it stays on the table", () => {
  expect(freeSpot(size, { x: 390, y: 500 }, table, [])).toEqual({ x: 350, y: 280 });
});

test("it moves away from what matters, but not farther than it must", () => {
  const color = { rect: { left: 150, right: 250, top: 130, bottom: 170 }, weight: 100 };
  const { x, y } = freeSpot(size, { x: 200, y: 150 }, table, [color]);
  expect(x).toBe(200);
  expect(Math.abs(y - 150)).toBeGreaterThanOrEqual(40);
  expect(Math.abs(y - 150)).toBeLessThan(50);
});

test("where something must be hidden, it is what costs least", () => {
  const names = { rect: { left: 0, right: 400, top: 0, bottom: 200 }, weight: 100 };
  const card = { rect: { left: 0, right: 400, top: 200, bottom: 300 }, weight: 0.5 };
  expect(freeSpot(size, { x: 200, y: 20 }, table, [names, card]).y).toBeGreaterThanOrEqual(220);
});

test("a table too small for it gets it where it is wanted", () => {
  expect(freeSpot({ width: 500, height: 40 }, { x: 200, y: 150 }, table, [])).toEqual({ x: 250, y: 150 });
});
