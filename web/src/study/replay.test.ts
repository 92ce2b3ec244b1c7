import { beforeEach, describe, expect, test, vi } from "vitest";

import { Catalog, type CatalogByField } from "../connection/catalog";
import type { Frame } from "../connection/state";
import type * as Wire from "../wire";
import { inOrder, landmarks, moments, pace, reviewed, rounds, together } from "./replay";
import { ReplayTable } from "./replay-table.svelte";

const FRAMES: Frame[] = [
  {
    n: 1,
    e: 2,
    version: 1,
    time: 0,
    chat: [],
    events: [{ what: "dealer", seat: 0 }],
    set: { round: 0, stage: "playing", you: 1, hand: ["red-1", "red-2"] },
  },
  { n: 2, e: 3, events: [{ what: "played", seat: 0, card: "red-5" }], set: { top: "red-5" } },
  { n: 3, e: 4, events: [{ what: "out", seat: 0 }], set: { stage: "between" } },
  { n: 4, e: 5, events: [{ what: "dealer", seat: 1 }], set: { stage: "playing", round: 1, top: "blue-1" } },
];

test("every moment holds all that was known then, and nothing later", () => {
  const found = moments(FRAMES);
  expect(found.map(({ state }) => state.top)).toEqual([undefined, "red-5", "red-5", "blue-1"]);
  expect(found[2]?.state.hand).toEqual(["red-1", "red-2"]);
});

test("rounds begin where they are dealt", () => {
  expect(rounds(moments(FRAMES))).toEqual([
    { round: 0, at: 0 },
    { round: 1, at: 3 },
  ]);
});

test("a player with one card left and what comes before the end of a round are key moments", () => {
  const frame = (n: number, set: Frame["set"]): Frame => ({ n, e: n, events: [], set });
  const found = moments([
    { ...FRAMES[0]!, set: { round: 0, stage: "playing", counts: [2, 3] } },
    frame(2, { counts: [1, 3] }),
    frame(3, { counts: [1, 2] }),
    frame(4, { counts: [0, 2], stage: "between", winner: 0 }),
    frame(5, { counts: [1, 2], stage: "playing", round: 1 }),
  ]);
  expect(landmarks(found)).toEqual([
    { at: 1, kind: "last-card", seat: 0 },
    { at: 2, kind: "end", seat: 0 },
  ]);
});

test("a review adds the best move, the mistakes and the move that turned the game, one a step", () => {
  const decision = (number: number, more: Partial<Wire.DecisionInfo> = {}) =>
    ({
      number,
      round: 0,
      played: "draw",
      best: "draw",
      win: 0.5,
      usual: 0.5,
      cost: 0,
      clear: false,
      hard: false,
      ...more,
    }) as Wire.DecisionInfo;
  const chance = (number: number, win: number, round = 0): Wire.ChanceInfo => ({ number, round, win, error: 0 });
  const marks = reviewed({
    seat: 1,
    best_move: { looked: true, decision: decision(3), margin: 0.1 },
    decisions: [decision(3), decision(5, { best: "play red-1", clear: true, cost: 0.2 })],
    chances: [chance(0, 0.5), chance(3, 0.55), chance(5, 0.5), chance(6, 0.2), chance(7, 1, 1)],
  } as unknown as Wire.Review);
  expect(inOrder([...marks, { at: 4, kind: "end", seat: 0 }]).map(({ at, kind }) => [at, kind])).toEqual([
    [2, "best"],
    [4, "mistake"],
    [6, "turning"],
  ]);
  expect(marks.map(({ bad }) => !!bad)).toEqual([false, true, true]);
  expect(marks.map(({ move, better }) => [move, better])).toEqual([
    ["draw", undefined],
    ["draw", "play red-1"],
    [undefined, undefined],
  ]);
});

test("a moment with more to tell is shown longer, and twice as fast in half the time", () => {
  const [one] = moments(FRAMES);
  const busy = { ...one!, events: Array.from({ length: 4 }, () => ({ what: "drew" })) };
  expect(pace(busy, 1)).toBeGreaterThan(pace(one!, 1));
  expect(pace(busy, 2)).toBe(pace(busy, 1) / 2);
});

test("what every seat saw together names every card", () => {
  const seen = (cards: (string | undefined)[]) => ({
    shuffles: [],
    frames: cards.map((card, i): Frame => ({ n: i, e: i, events: [{ what: "drew", seat: i, card }] })),
  });
  expect(together([seen(["red-1", undefined]), seen([undefined, "red-2"])]).map(({ card }) => card)).toEqual([
    "red-1",
    "red-2",
  ]);
  expect(together([])).toEqual([]);
});

describe("a table that looks back", () => {
  let table: ReplayTable;
  beforeEach(() => {
    table = new ReplayTable(
      new Catalog({ version: 1, levels: [], emotes: [], things: [], editions: {} as CatalogByField["editions"] }),
    );
    table.load(moments(FRAMES));
  });

  test("animates a single step forward", () => {
    const seen = vi.fn();
    table.onEvents(seen);
    table.go(1);
    expect(seen).toHaveBeenCalledOnce();
    expect(seen.mock.calls[0]?.[0]).toEqual(FRAMES[1]?.events);
    expect(table.state.top).toBe("red-5");
  });

  test("shows a jump, and every step back, at once", () => {
    const seen = vi.fn();
    const before = table.jumps;
    table.onEvents(seen);
    table.go(3);
    table.go(2);
    expect(seen).not.toHaveBeenCalled();
    expect(table.jumps).toBe(before + 2);
  });

  test("stays within the game", () => {
    table.go(99);
    expect(table.at).toBe(3);
    table.go(-5);
    expect(table.at).toBe(0);
  });

  test("shows only what had happened by then", () => {
    table.go(1);
    expect(table.events.map(({ event }) => event.what)).toEqual(["dealer", "played"]);
  });

  test("has no moves and no turn of ours", () => {
    expect(table.state.moves).toEqual([]);
    expect(table.myTurn).toBe(false);
  });

  test("stays in place when the view changes to another seat", () => {
    table.go(2);
    table.load(moments(FRAMES));
    expect(table.at).toBe(2);
  });
});
