import { describe, expect, test } from "vitest";

import type * as Wire from "../wire";
import {
  cardOf,
  ending,
  gravity,
  hardToSee,
  mistakes,
  nearest,
  NINETY_FIVE,
  percent,
  plot,
  plusMinus,
  rounded,
  side,
  sum,
  verdict,
} from "./curve";

const chance = (number: number, round: number, win: number, error = 0.01): Wire.ChanceInfo => ({ number, round, win, error });
const decision = (number: number, cost: number, clear = true): Wire.DecisionInfo => ({
  ...{ number, round: 0, played: "draw", best: "play red-7", win: 0.2, best_win: 0.2 + cost, usual: 0.2, error: 0.002 },
  ...{ says: "", args: {}, cost, clear, hard: false },
});
const balance = (round: number, won: boolean, skill: number): Wire.BalanceInfo => ({
  round,
  won,
  winner: won ? 0 : 1,
  even: 0.25,
  skill,
  error: 0.01,
  luck: Number(won) - 0.25 - skill,
});
const review = (more: Partial<Wire.Review> = {}): Wire.Review => ({
  ...{ edition: "example", seat: 0, players: 4, names: null },
  chances: [
    chance(0, 0, 0.25),
    chance(1, 0, 0.3),
    chance(2, 0, 0.995),
    chance(3, 0, 1, 0),
    chance(4, 1, 0.25),
    chance(5, 1, 0, 0),
  ],
  decisions: [decision(1, 0.02), decision(2, 0.09), decision(3, 0.5, false)],
  best_move: { looked: true },
  balances: [balance(0, true, 0.1), balance(1, false, -0.3)],
  ...more,
});
const space = { width: 320, height: 220 };

describe("the curve", () => {
  test("goes from the left of its frame to the right, and up with the chance", () => {
    const { stretches, left, right, top, bottom } = plot(review(), space);
    const points = stretches.flatMap((stretch) => stretch.points);
    expect(points[0].x).toBe(left);
    expect(points.at(-1)?.x).toBeCloseTo(right);
    expect(points[3].y).toBeCloseTo(top);
    expect(points[5].y).toBeCloseTo(bottom);
    expect(points[1].y).toBeLessThan(points[0].y);
  });

  test("breaks between rounds and leaves a gap", () => {
    const [first, second] = plot(review(), space).stretches;
    expect([first.points.length, second.points.length]).toEqual([4, 2]);
    const step = first.points[1].x - first.points[0].x;
    expect(second.points[0].x - first.points[3].x).toBeGreaterThan(2 * step);
    expect(first.line.match(/M/g)).toHaveLength(1);
  });

  test("has a band of 95% that stays within what is possible", () => {
    const { stretches, top, bottom } = plot(review(), space);
    const ys = [...stretches[0].band.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((found) => Number(found[1]));
    expect(ys).toHaveLength(8);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(top);
    expect(ys[7] - ys[0]).toBeCloseTo(2 * NINETY_FIVE * 0.01 * (bottom - top), 0);
  });

  test("has the even share where it belongs", () => {
    const { even, ticks } = plot(review(), space);
    expect(even).toBe(ticks.find(({ share }) => share === 0.25)?.y);
  });

  test("of a long game is wider than a phone", () => {
    const chances = Array.from({ length: 400 }, (_, i) => chance(i, 0, 0.5));
    const { width, stretches } = plot(review({ chances, decisions: [] }), space);
    expect(width).toBeGreaterThan(600);
    expect(stretches[0].points[1].x - stretches[0].points[0].x).toBeGreaterThanOrEqual(1.59);
  });

  test("is still a curve if the game has one moment", () => {
    expect(plot(review({ chances: [chance(0, 0, 0.5)], decisions: [] }), space).stretches[0].line).not.toContain("NaN");
  });
});

describe("mistakes", () => {
  test("are the clear ones, the costliest first", () => {
    expect(mistakes(review().decisions).map(({ number }) => number)).toEqual([2, 1]);
  });

  test("are marked on the curve, after the move, with their rank", () => {
    const { marks, stretches } = plot(review(), space);
    expect(marks.map(({ n, x, y }) => [n, x, y])).toEqual(
      [2, 1].map((at, i) => [i + 1, stretches[0].points[at].x, stretches[0].points[at].y]),
    );
  });

  test("have numbers that don't overlap", () => {
    const chances = Array.from({ length: 100 }, (_, i) => chance(i, 0, 0.98));
    const decisions = [10, 11, 12, 13, 14, 15, 16, 17].map((number) => decision(number, number / 100));
    const { marks } = plot(review({ chances, decisions }), space);
    for (const one of marks)
      for (const other of marks)
        expect(one === other || Math.abs(one.x - other.x) >= 20 || Math.abs(one.badge - other.badge) >= 20).toBe(true);
  });
});

describe("luck and skill", () => {
  test("add up with the even share to the result", () => {
    const all = sum(review().balances);
    expect(all).toMatchObject({ rounds: 2, won: 1, result: 0.5 });
    expect((all?.even ?? 0) + (all?.skill ?? 0) + (all?.luck ?? 0)).toBeCloseTo(0.5);
    expect(all?.spread).toBeCloseTo((NINETY_FIVE * Math.sqrt(2) * 0.01) / 2);
  });

  test("are shown in whole percents that add up", () => {
    const third = 1 / 3;
    const lost = { rounds: 1, won: 0, result: 0, even: third, skill: 0.004, luck: -third - 0.004, spread: 0.01 };
    expect(rounded(lost)).toMatchObject({ result: 0, even: 0.33, skill: 0, luck: -0.33 });
    const won = { ...lost, result: 1, skill: 0.664, luck: 1 - third - 0.664 };
    expect(rounded(won)).toMatchObject({ result: 1, even: 0.33, skill: 0.67, luck: 0 });
  });

  test("are not there before a round is over", () => {
    expect(sum([])).toBeNull();
  });

  test("are even if the error explains them", () => {
    expect([side(0.02, 0.03), side(0.2, 0.03), side(-0.2, 0.03), side(0.001, 0)]).toEqual(["even", "more", "less", "even"]);
  });
});

test("finds the point nearest to a finger", () => {
  expect([0, 14, 16, 99].map((x) => nearest([{ x: 0 }, { x: 10 }, { x: 20 }], x))).toEqual([0, 1, 2, 2]);
});

test("shares are in percent with a real minus sign, and small errors get a decimal", () => {
  expect([percent(0.256), percent(-0.1, 0, "exceptZero"), percent(0.1, 0, "exceptZero"), plusMinus(0.01)]).toEqual([
    "26%",
    "−10%",
    "+10%",
    "±2.1%",
  ]);
  expect(plusMinus(0.004)).toBe("±0.8%");
});

test("a move shows its card, if it has one", () => {
  const isCard = (text: string): boolean => text.startsWith("red");
  expect([cardOf("play red-7 uno", isCard), cardOf("draw", isCard), cardOf(null, isCard)]).toEqual([
    "red-7",
    undefined,
    undefined,
  ]);
});

test("a round that nobody won isn't called lost", () => {
  expect([balance(0, true, 0), balance(0, false, 0), { ...balance(0, false, 0), winner: null }].map(ending)).toEqual([
    "won",
    "lost",
    "nobody",
  ]);
});

test("the verdict tells how the game ended and how well it was played", () => {
  const of = (result: number, skill: number, luck = 0) =>
    verdict({ rounds: 1, won: 0, result, even: 0.25, skill, luck, spread: 0.05 }, [decision(1, 0.2)]);
  expect([of(1, 0.1), of(1, 0, 0.75), of(0, -0.1), of(0, 0.1)]).toEqual(["won-more", "won-even", "lost-less", "lost-more"]);
  expect([of(1, 0.1, 0.4), of(0, 0.1, 0.4)]).toEqual(["won-both", "lost-more"]);
});

test("an even score is neither won nor lost", () => {
  const of = (skill: number) => verdict({ rounds: 4, won: 1, result: 0.25, even: 0.25, skill, luck: -skill, spread: 0.05 }, []);
  expect([of(0), of(0.1), of(-0.1)]).toEqual(["even-even", "even-more", "even-less"]);
});

test("the verdict never praises or blames what the numbers don't show", () => {
  const of = (result: number, skill: number) =>
    verdict({ rounds: 9, won: 0, result, even: 0.5, skill, luck: result - 0.5 - skill, spread: 0.001 }, []);
  expect([of(1, 0.02), of(0, 0.02)]).toEqual(["won-even", "lost-even"]); // 2% is not well played
  expect([of(0.52, 0.02), of(0.49, -0.0001)]).toEqual(["won-near", "lost-even"]); // the first had no luck
});

test("a better move could have turned a game only if the mistakes cost enough", () => {
  const of = (skill: number, luck: number, ...costs: number[]) =>
    verdict(
      { rounds: 1, won: 0, result: 0, even: 0.25, skill, luck, spread: 0.01 },
      costs.map((cost, i) => decision(i, cost)),
    );
  expect([of(-0.02, -0.23, 0.013), of(-0.12, -0.13, 0.06, 0.05)]).toEqual(["lost-cards", "lost-less"]);
  expect(of(-0.2, -0.05, 0.04)).toBe("lost-slips");
});

test("a move that cost next to nothing is a slip and no clear mistake", () => {
  expect([[], [decision(1, 0.013)], [decision(1, 0.03), decision(2, 0.01)]].map(gravity)).toEqual([
    "no-mistake",
    "slips",
    "mistakes",
  ]);
});

test("a chance that a solid player would hardly have seen is no mistake", () => {
  const hidden = { ...decision(1, 0.7), hard: true };
  expect([mistakes([hidden]), hardToSee([hidden, decision(2, 0.1)])]).toEqual([[], [hidden]]);
  expect(plot(review({ decisions: [hidden] }), space).marks).toEqual([]);
  const lost = { rounds: 1, won: 0, result: 0, even: 0.5, skill: 0, luck: -0.5, spread: 0.01 };
  expect([gravity(mistakes([hidden])), verdict(lost, [hidden])]).toEqual(["no-mistake", "lost-even"]);
});
