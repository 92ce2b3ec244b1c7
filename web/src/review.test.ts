import { expect, test } from "vitest";

import { band, costly, line, margin, percent, roundsOf, signed } from "./review";
import type * as Wire from "./wire";

const chance = (number: number, win: number, round = 0): Wire.ChanceInfo => ({ number, round, win, error: 0.01 });
const decision = (number: number, cost: number, clear: boolean): Wire.DecisionInfo => ({
  number, round: 0, played: "draw", best: "play red-7", win: 0.3, best_win: 0.3 + cost, usual: 0.3, error: 0.01, says: "", args: {}, cost, clear,
});
const review: Wire.Review = {
  edition: "example", seat: 0, players: 2, names: ["Ann", "Ben"],
  chances: [chance(0, 0.5), chance(1, 0.75), chance(2, 1), chance(3, 0.4, 1), chance(4, 0, 1)],
  decisions: [decision(1, 0.02, true), decision(2, 0.3, false), decision(3, 0.1, true)],
  balances: [
    { round: 0, won: true, even: 0.5, skill: -0.034, error: 0.02, luck: 0.534 },
    { round: 1, won: false, even: 0.5, skill: 0, error: 0, luck: -0.5 },
  ],
};

test("rounds have their own chances, and luck and skill in percents", () => {
  const [first, second] = roundsOf(review);
  expect(first).toMatchObject({ won: true, luck: 53, skill: -3, error: 4, even: 50 });
  expect(first?.chances.map(({ number }) => number)).toEqual([0, 1, 2]);
  expect(second?.chances).toHaveLength(2);
});

test("only what is surely a mistake is told, the dearest first", () => {
  expect(costly(review).map(({ number }) => number)).toEqual([3, 1]);
});

test("a sure win is at the top of the picture", () => {
  expect(line(review.chances.slice(0, 3), 100, 50)).toBe("0,25 50,12.5 100,0");
});

test("the band goes along above the line and back below it, inside the picture", () => {
  const points = band(review.chances.slice(0, 3), 100, 50).split(" ");
  expect(points).toHaveLength(6);
  expect(points[2]).toBe("100,0");
  expect(points[3]).toBe("100,1");
});

test("numbers are told with their sign, and nothing is exact", () => {
  expect([3, 0, -3].map(signed)).toEqual(["+3", "0", "−3"]);
  expect(percent(0.345)).toBe(35);
  expect(margin(0)).toBe(1);
});
