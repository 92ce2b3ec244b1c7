import { describe, expect, test } from "vitest";

import { book } from "../testing/example-edition";
import scenes from "../testing/fixtures/redealt.json";
import type * as Wire from "../wire";
import { reaction } from "./reactions";

const seats = [
  { name: "Ann", ready: true },
  { name: "Ada", ready: true, bot: "easy" },
  { name: "Bo", ready: true, bot: "hard" },
];
const draws = (seat: number, n: number): Wire.GameEvent[] => Array.from({ length: n }, () => ({ what: "drew", seat }));
const often = (events: Wire.GameEvent[]) =>
  Array.from({ length: 400 }, (_, at) => reaction(book, events, seats, at)).filter((one) => one !== null);

describe("reactions of bots", () => {
  test("a bot that has to draw many cards is stunned, and one that draws a single card says nothing", () => {
    expect(often(draws(1, 4))).toContainEqual({ seat: 1, emote: "wow" });
    expect(often(draws(1, 2))).toContainEqual({ seat: 1, emote: "oops" });
    expect(often(draws(1, 1))).toEqual([]);
  });

  test("a bot that is caught is embarrassed, or the one that caught it laughs", () => {
    const all = often([{ what: "caught", seat: 1, to: 2 }]);
    expect(new Set(all.map(({ seat, emote }) => `${seat} ${emote}`))).toEqual(new Set(["1 oops", "2 laugh"]));
  });

  test("a bot that wins or has one card left shows it", () => {
    expect(often([{ what: "out", seat: 2 }])).toContainEqual({ seat: 2, emote: "thanks" });
    expect(often([{ what: "played", seat: 2, card: "red-1", uno: true }])).toContainEqual({ seat: 2, emote: "laugh" });
  });

  test("bots react now and then, not every time", () => {
    for (const events of [draws(1, 4), [{ what: "skipped", seat: 2 }], [{ what: "called", seat: 1 }]]) {
      expect(often(events).length).toBeGreaterThan(20);
      expect(often(events).length).toBeLessThan(396);
    }
  });

  test("people are never spoken for", () => {
    expect(often([{ what: "out", seat: 0 }])).toEqual([]);
    expect(often(draws(0, 6))).toEqual([]);
  });

  test("every page shows the same ones, whatever cards it can't see", () => {
    const bots = ["Ada", "Bo", "Cy"].map((name) => ({ name, ready: true, bot: "easy" }));
    const moments = scenes.flatMap(({ at, seen }) => Array.from({ length: 20 }, (_, later) => ({ at: at + later, seen })));
    const shown = moments.map(({ at, seen }) => seen.map((events) => reaction(book, events, bots, at)));
    for (const [first, ...others] of shown) for (const other of others) expect(other).toEqual(first);
    expect(shown.filter(([one]) => one).length).toBeGreaterThan(10);
  });
});
