import { beforeEach, describe, expect, test, vi } from "vitest";

import { Catalog } from "../connection/catalog";
import type { Frame } from "../connection/state";
import { moments, pace, rounds, together } from "./replay";
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
    table = new ReplayTable(new Catalog({ version: 1, levels: [], emotes: [], editions: [] }));
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
