import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book, names } from "../testing/example-edition";
import { logged } from "./shown.svelte";
import { answerTo, handAfter, ruleTold } from "./spoken-answers";
import type { Table } from "./table.svelte";
import type * as Wire from "../wire";

const played = { what: "played", seat: 1, card: "red-7" };
const logOf = (...events: Wire.GameEvent[]) =>
  logged(
    book,
    events.map((event, n) => ({ n, event })),
    names,
    0,
  );
const table = {
  book,
  you: 0,
  name: names,
  clockOffset: 0,
  get log() {
    return logOf(played); // in the language of the test
  },
  shown: {
    hand: ["wild-draw-four", "red-7", "red-7"],
    top: "red-7",
    color: "red",
    counts: [3, 1],
    draw_count: 20,
    clocks: { "0": Date.now() + 30_500 },
  },
} as unknown as Table;
const without = { ...table, log: [], shown: {} } as unknown as Table;

test("the hand is read in printed order, with the shapes of its colors", () => {
  expect(answerTo("hand", table)).toBe("You have 3 cards: red 7, circle; red 7, circle; wild draw four.");
});

test("the top card is read with the current color", () => {
  expect(answerTo("top", table)).toBe("Top card: red 7, circle. Color: red, circle.");
});

test('the counts are read with names, and "You" for the player', () => {
  expect(answerTo("counts", table)).toBe("You: 3 cards; Ben: 1 card. Draw pile: 20 cards.");
});

test("the clock is read in seconds, or that there isn't one", () => {
  expect(answerTo("clock", table)).toMatch(/^3[01] seconds left$/);
  expect(answerTo("clock", without)).toBe("This table has no clock.");
  const clocked = { ...without, shown: { ...without.shown, settings: { clock: 60 } } } as unknown as typeof without;
  expect(answerTo("clock", clocked)).toBe("You're not on the clock.");
});

test("the last events are read in sentences, or that nothing happened", () => {
  expect(answerTo("last", table)).toBe("Ben plays a red 7.");
  expect(answerTo("last", without)).toBe("Nothing has happened yet.");
});

test("the last events are read whole, from the card that caused them", () => {
  const drawn = Array.from({ length: 9 }, () => ({ what: "drew", seat: 2 }));
  const caught = Array.from({ length: 7 }, () => ({ what: "caught", seat: 2, to: 1 }));
  const told = answerTo("last", { ...table, log: logOf(played, ...drawn, ...caught) } as unknown as Table);
  expect(told).toMatch(/^Ben plays a red 7\. Cy draws 9 cards\. (Ben catches Cy forgetting UNO\. ?){7}$/);
  const early = answerTo("last", { ...table, log: logOf(...caught, played, ...drawn) } as unknown as Table);
  expect(early).toMatch(/^(Ben catches Cy forgetting UNO\. ){4}Ben plays a red 7\. Cy draws 9 cards\.$/);
});

test("a new hand is read, and one that stays isn't", () => {
  const swap = { ...table.book!.happening("played")!, name: "swapped", moves: "swap" };
  const rotate = { ...swap, name: "hands-passed", moves: "rotate" };
  const more = { ...table, book: new EditionBook({ ...table.book!.info, happenings: [swap, rotate] }) } as unknown as Table;
  const hand = answerTo("hand", table);
  expect(handAfter([{ what: "hands-passed" }], more)).toBe(hand);
  expect(handAfter([{ what: "swapped", seat: 1, to: 0 }], more)).toBe(hand);
  expect(handAfter([{ what: "swapped", seat: 1, to: 2 }], more)).toBe("");
  expect(handAfter([{ what: "hands-passed" }], { ...more, you: null } as unknown as Table)).toBe("");
});

test("what a house rule does is read to everyone but its player", () => {
  const show = { name: "rule", holds: "rule", says: "", you: "", sign: "", label: "" } as const;
  const steps = [{ does: "draws", who: ["next"], takes_n: true, needs_text: false, clauses: [] as object[] }];
  steps[0].clauses.push({ who: "next", n: null, text: "the next player draws {n}" });
  const form = { type: "rules", steps, then: "; then " };
  const options = [{ ...table.book!.info.options[0], form }] as never;
  const atRule = {
    ...table,
    book: new EditionBook({ ...table.book!.info, shows: [show], options }),
    shown: {
      ...table.shown,
      special: { rule: { name: "Rain", text: "Drip.", steps: [{ does: "draws", who: "next", n: 2 }] } },
    },
  } as unknown as Table;
  const events = (seat: number) => [{ ...played, seat }, { what: "rule" }];
  expect(ruleTold(events(1), atRule)).toBe("“Drip.” The next player draws 2.");
  expect(ruleTold(events(0), atRule)).toBe("");
  expect(ruleTold([played], atRule)).toBe("");
});
