import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { consolation, endTitle, ownTitle, place, podium, results } from "./results";
import { placed, seating } from "./seats";
import { partnerOf, teamOf } from "./teams";

const book = new EditionBook({
  kinds: [{ text: "red-5", name: "red 5", face: "5", value: 5, color: "red", copies: 2, does: { says: "" } }],
  verbs: [],
  happenings: [],
  colors: [],
} as unknown as Wire.EditionInfo);
const names = (seat: number): string => ["Ann", "Ben", "Cleo", "Dan"][seat] ?? "?";
const round = (more: Partial<Wire.State> = {}): Wire.State => ({
  stage: "between",
  round: 0,
  options: { scoring: "winner", target: 100, teams: "pairs" },
  hands: [["red-5"], [], ["red-5", "red-5"], ["red-5"]],
  scores: [0, 15, 0, 15],
  winner: 1,
  winners: [],
  ...more,
});

test.each([4, 6, 8, 10])("of %i players, the partner sits in the middle across the table", (players) => {
  const at = seating(players, 1).indexOf((1 + players / 2) % players);
  for (const [shape, width] of [
    ["wide", 1200],
    ["narrow", 400],
  ] as const)
    expect(placed(players - 1, { width, height: 500 }, shape, false).spots[at].x).toBeCloseTo(0.5);
});

test("partners are two seats of one team", () => {
  expect(partnerOf(round(), 1)).toBe(3);
  expect(teamOf(round(), 2)).toEqual([0, 2]);
  expect(partnerOf(round({ options: {} }), 1)).toBeNull();
  expect(partnerOf(round({ scores: [0, 0, 0] }), 1)).toBeNull();
});

test("both partners win a round, and their own hands don't count", () => {
  const lines = results(round(), book);
  expect(lines.map(({ seat, gained, wonRound }) => [seat, gained, wonRound])).toEqual([
    [1, 15, true],
    [3, 15, true],
    [0, 0, false],
    [2, 0, false],
  ]);
});

test("a team scores both hands if the lowest total wins", () => {
  const lines = results(round({ options: { scoring: "lowest", target: 100, teams: "pairs" }, scores: [15, 5, 15, 5] }), book);
  expect(lines.map(({ seat, gained }) => [seat, gained])).toEqual([
    [1, 5],
    [3, 5],
    [0, 15],
    [2, 15],
  ]);
});

test("a team stands on one step of the podium, and teams are counted instead of players", () => {
  const state = round({ stage: "over", options: { scoring: "winner", target: null, teams: "pairs" }, winners: [1, 3], you: 2 });
  const lines = results(state, book);
  expect(podium(state, lines).map(({ team, place: at }) => [team.map(({ seat }) => seat), at])).toEqual([
    [[1, 3], 1],
    [[0, 2], 2],
  ]);
  expect(place(state, lines)).toBe(2);
});

test("the title names the team, and speaks to the partner of the player who went out", () => {
  const ended: Partial<Wire.State> = { stage: "over", winners: [1, 3] };
  expect(endTitle(round(), names)).toBe("Ben and Dan win round 1");
  expect(endTitle(round({ you: 3 }), names)).toBe("You and Ben win round 1");
  const over = round({ ...ended, you: 3 });
  expect(ownTitle(over, results(over, book), names)).toBe("You and Ben win the game!");
  const lost = round({ ...ended, you: 0 });
  expect(ownTitle(lost, results(lost, book), names)).toBe("Ben and Dan won this time");
  expect(consolation(over, results(over, book), names)).toBe("");
});
