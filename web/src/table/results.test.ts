import { describe, expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { consolation, endTitle, ownTitle, place, podium, results, share, winnerToo } from "./results";

const kind = (text: string, value: number): Wire.KindInfo => ({
  ...{ text, name: text, face: text, value, color: "red", copies: 2 },
  does: { says: "" },
});
const book = new EditionBook({
  kinds: [kind("red-5", 5), kind("red-skip", 20)],
  verbs: [],
  happenings: [],
  colors: [],
} as unknown as Wire.EditionInfo);
const names = (seat: number): string => ["Ann", "Ben", "Cleo"][seat] ?? "?";
const round = (more: Partial<Wire.State> = {}): Wire.State => ({
  stage: "between",
  round: 1,
  options: { scoring: "winner", target: 100 },
  hands: [["red-5"], [], ["red-skip", "red-5"]],
  scores: [40, 30, 0],
  winner: 1,
  winners: [],
  ...more,
});

describe("the results", () => {
  test("count every hand by the points on its cards", () => {
    expect(results(round(), book).map(({ seat, hand }) => [seat, hand])).toEqual([
      [0, 5],
      [1, 0],
      [2, 25],
    ]);
  });

  test("give the winner of a round the points in all other hands", () => {
    expect(results(round(), book).find(({ seat }) => seat === 1)?.gained).toBe(30);
  });

  test("give everyone their own hand if the lowest total wins, and put it first", () => {
    const lines = results(round({ options: { scoring: "lowest", target: 100 } }), book);
    expect(lines.map(({ seat, gained }) => [seat, gained])).toEqual([
      [2, 25],
      [1, 0],
      [0, 5],
    ]);
  });

  test("give nothing if nobody won", () => {
    expect(results(round({ winner: null }), book).every(({ gained }) => gained === 0)).toBe(true);
  });

  test("are in the order of the podium after a game of one round", () => {
    const hands = [["red-skip", "red-5"], [], ["red-5"]];
    const state = round({ stage: "over", round: 0, options: { target: null }, hands, scores: [0, 30, 0], winners: [1] });
    expect(results(state, book).map(({ seat }) => seat)).toEqual([1, 2, 0]);
  });

  test("put the winner of the game first", () => {
    expect(results(round({ stage: "over", winners: [2] }), book)[0]?.seat).toBe(2);
  });
});

test("everyone on the first three places stands on the podium, and the title says who shares one", () => {
  const state = round({ stage: "over", you: 3, scores: [90, 20, 20, 20, 5], winner: 0, winners: [0] });
  const lines = results(state, book);
  expect(podium(state, lines).map(({ team, place: at }) => [team[0].seat, at])).toEqual([
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 2],
  ]);
  expect(ownTitle(state, lines, names)).toBe("You tied for second");
  expect(ownTitle({ ...state, you: 4 }, lines, names)).toBe("Last this time");
});

test("the best three stand on the podium, and ties share a place", () => {
  const state = round({ scores: [30, 30, 0] });
  const places = podium(state, results(state, book)).map(({ team, place: at }) => [team[0].seat, at]);
  expect(places).toEqual([
    [0, 1],
    [1, 1],
    [2, 3],
  ]);
});

test("a total is drawn relative to the target, or to the highest total if that is more", () => {
  expect(share(50, round())).toBe(0.5);
  expect(share(50, round({ options: { target: null }, scores: [40, 50, 0] }))).toBe(1);
});

describe("the player's own result", () => {
  const single = (more: Partial<Wire.State> = {}): Wire.State =>
    round({ stage: "over", round: 0, options: { target: null }, scores: [0, 30, 0], winners: [1], ...more });

  test.each<[number, number, string, string]>([
    [1, 1, "You win the game!", ""],
    [0, 2, "You came second", "One card short, worth 5 points. That was close!"],
    [2, 3, "Last this time", "Just 2 cards to go. Next time!"],
  ])("of seat %i in a game of one round goes by the hand", (you, wanted, title, kind) => {
    const state = single({ you });
    const lines = results(state, book);
    expect(place(state, lines)).toBe(wanted);
    expect(ownTitle(state, lines, names)).toBe(title);
    expect(consolation(state, lines, names)).toBe(kind);
  });

  test("goes by the totals after a round of several", () => {
    const state = round({ you: 0 });
    expect(ownTitle(state, results(state, book), names)).toBe("You lead after round 2");
  });

  test("says who shares a place after a round", () => {
    const title = (scores: number[]): string => {
      const state = round({ you: 0, scores, round: 0 });
      return ownTitle(state, results(state, book), names);
    };
    expect(title([0, 30, 0])).toBe("You're tied for second after round 1");
    expect(title([5, 30, 0])).toBe("You're second after round 1");
  });

  test("leaves it to a title that names the other one to say who won", () => {
    const end = (stage: "between" | "over", scores: number[]): Wire.State =>
      round({ stage, you: 1, scores, winner: 0, winners: [0], hands: scores.map(() => ["red-5"]) });
    const told = (state: Wire.State): string => winnerToo(state, results(state, book), names);
    expect(told(end("over", [90, 40]))).toBe("");
    expect(told(end("between", [90, 40]))).toBe("Ann wins round 2");
    expect(told(end("over", [90, 40, 30]))).toBe("Ann wins the game!");
  });

  test("is a place for everyone who hasn't won, however many they are", () => {
    const titles = (stage: "between" | "over", scores: number[]): string[] =>
      scores.map((_, you) => {
        const winner = scores.indexOf(Math.max(...scores));
        const state = round({ stage, you, scores, winner, winners: [winner], hands: scores.map(() => ["red-5"]) });
        return ownTitle(state, results(state, book), names);
      });
    const places = ["You win the game!", "You came second", "You came third", "You came 4th of 5", "Last this time"];
    expect(titles("over", [90, 40, 30, 20, 10])).toEqual(places);
    expect(titles("over", [90, 40])).toEqual(["You win the game!", "Ann won this time"]);
    expect(titles("between", [90, 40])).toEqual(["You win round 2", "Ann leads after round 2"]);
    expect(titles("between", [90, 40, 30, 20, 10]).slice(3)).toEqual([
      "You're number 4 after round 2",
      "Last after round 2, for now",
    ]);
  });

  test.each([1, 2, 3, 6])("comes with a kind word and a number for a hand of %i cards", (size) => {
    const hand = Array.from({ length: size }, () => "red-skip");
    const state = single({ you: 0, hands: [hand, [], ["red-5"]] });
    expect(consolation(state, results(state, book), names)).toMatch(/\d/);
  });

  test("says how many points the hand has saved", () => {
    const state = single({ you: 0, hands: [["red-5", "red-5"], [], ["red-skip", "red-5"]] });
    expect(consolation(state, results(state, book), names)).toBe("You kept your hand down to 10 points, 15 fewer than Cleo.");
  });

  test("is nobody's if nobody plays here", () => {
    expect(place(single({ you: null }), results(single(), book))).toBeNull();
  });
});

describe("the title", () => {
  test.each<[Partial<Wire.State>, string]>([
    [{}, "Ben wins round 2"],
    [{ winner: null }, "Nobody wins this round"],
    [{ stage: "over", winners: [0] }, "Ann wins the game!"],
    [{ stage: "over", winners: [0, 2] }, "Ann and Cleo win the game!"],
    [{ you: 1 }, "You win round 2"],
    [{ you: 0 }, "Ben wins round 2"],
    [{ stage: "over", winners: [0], you: 0 }, "You win the game!"],
    [{ stage: "over", winners: [0, 2], you: 2 }, "You and Ann win the game!"],
  ])("of %o is %s", (state, title) => {
    expect(endTitle(round(state), names)).toBe(title);
  });
});

test("everyone whom the winner left without points shares the second place", () => {
  const state = round({ you: 2, scores: [0, 30, 0, 0], hands: [["red-5"], [], ["red-5"], ["red-5"]], winner: 1 });
  const lines = results(state, book);
  expect(podium(state, lines).map(({ place: at }) => at)).toEqual([1, 2, 2, 2]);
  expect(ownTitle(state, lines, names)).toContain("tied for second");
});
