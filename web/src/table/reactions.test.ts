import { describe, expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import scenes from "../testing/fixtures/redealt.json";
import type * as Wire from "../wire";
import { reaction } from "./reactions";

/** An edition with a failure, a card that stops another one, and a gift. */
const more = { says: "", at: "seat", shout: [], words: [], secret: "" };
const happenings = [
  ...example.info.happenings.map((each) => (each.name === "caught" ? { ...each, sound: "bad" } : each)),
  { ...more, name: "fails", moves: "", look: "stamp", sound: "bad", weight: 3 },
  { ...more, name: "stops", moves: "out", look: "stamp", sound: "special", weight: 3 },
  { ...more, name: "gives", moves: "gift", look: "flight", sound: "slide", weight: 2, secret: "pair" },
];
const book = new EditionBook({ ...example.info, happenings });
const seats = [
  { name: "Ann", ready: true },
  { name: "Ada", ready: true, bot: "easy" },
  { name: "Bo", ready: true, bot: "hard" },
];
const draws = (seat: number, n: number): Wire.GameEvent[] => Array.from({ length: n }, () => ({ what: "drew", seat }));
const often = (events: Wire.GameEvent[], pending?: Wire.PendingCard) =>
  Array.from({ length: 400 }, (_, at) => reaction(book, events, seats, at, pending)).filter((one) => one !== null);
const shown = (...given: Parameters<typeof often>) => new Set(often(...given).map(({ seat, emote }) => `${seat} ${emote}`));

describe("reactions of bots", () => {
  test("a bot that has to draw many cards is stunned, and one that draws a single card says nothing", () => {
    expect(often(draws(1, 4))).toContainEqual({ seat: 1, emote: "wow" });
    expect(often(draws(1, 2))).toContainEqual({ seat: 1, emote: "oops" });
    expect(often(draws(1, 1))).toEqual([]);
  });

  test("a bot that is caught is embarrassed, or the one that caught it laughs", () => {
    expect(shown([{ what: "caught", seat: 1, to: 2 }])).toEqual(new Set(["1 oops", "2 laugh"]));
  });

  test("a bot is stunned if its card is blocked, and whoever blocks it laughs", () => {
    const pending = { card: "wild-draw-four", seat: 1, color_before: "red" };
    expect(shown([{ what: "stops", seat: 2, card: "oak-hero@owl" }], pending)).toEqual(new Set(["1 wow", "2 laugh"]));
    expect(shown([{ what: "stops", seat: 2, card: "oak-hero@owl" }])).toEqual(new Set());
  });

  test("a bluff that is found embarrasses the bluffer, and a wrong challenge the challenger", () => {
    const judged = (word: string) =>
      shown([
        { what: "challenged", seat: 2, to: 1 },
        { what: "judged", seat: 1, word },
      ]);
    expect(judged("guilty")).toEqual(new Set(["1 oops", "2 laugh"]));
    expect(judged("innocent")).toEqual(new Set(["2 oops", "1 laugh"]));
  });

  test("a bot that fails in front of everyone is embarrassed, and one that succeeds says nothing", () => {
    expect(shown([{ what: "fails", seat: 1 }])).toEqual(new Set(["1 oops"]));
    expect(shown([{ what: "verdict", seat: 2, word: "fails" }])).toEqual(new Set(["2 oops"]));
    expect(shown([{ what: "verdict", seat: 2, word: "succeeds" }])).toEqual(new Set());
  });

  test("a bot that is given a card shows it, not the one that gives it", () => {
    expect(shown([{ what: "gives", seat: 2, to: 1 }])).toEqual(new Set(["1 wow"]));
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
