import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { settings } from "../browser/settings.svelte";
import { EditionBook } from "../connection/catalog";
import type { Happened, TableState } from "../connection/state";
import { book } from "../testing/example-edition";
import type * as Wire from "../wire";
import { Bubbles } from "./bubbles.svelte";
import { reaction } from "./reactions";
import { ShownTable } from "./shown.svelte";
import type { Table } from "./table.svelte";

const seats = ["Ann", "Ada", "Bo"].map((name, i) => ({ name, ready: true, ...(i ? { bot: "easy" } : {}) }) as Wire.SeatInfo);

/** A table with two bots, at which the test makes things happen. */
class FakeTable extends ShownTable {
  readonly isReplay = false;
  state: TableState = $state.raw({ stage: "playing", you: 0, players: 3, seats });
  events: Happened[] = $state.raw([]);
  chat = [];
  book = book;

  async happens(n: number, event: Wire.GameEvent): Promise<void> {
    this.events = [...this.events, { n, event, since: n }];
    this.happen([event], this.state, this.state);
    await vi.dynamicImportSettled();
  }
}

/** A page at that table, and the bubbles on it. */
function page(): { table: FakeTable; bubbles: Bubbles } {
  const table = new FakeTable();
  let bubbles!: Bubbles;
  onTestFinished($effect.root(() => void (bubbles = new Bubbles(table as unknown as Table))));
  flushSync();
  return { table, bubbles };
}

const out = (seat: number): Wire.GameEvent => ({ what: "out", seat });
/** The first event from this number on to which the bot in a seat reacts. */
const moved = (seat: number, from = 0): number =>
  Array.from({ length: 100 }, (_, i) => from + i).find((n) => reaction(book, [out(seat)], seats, n))!;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.botsReact = true;
});

test("a bot's reaction shows at its seat for a moment", async () => {
  const { table, bubbles } = page();
  await table.happens(moved(1), out(1));
  expect(bubbles.bySeat[1]).toEqual({ emote: "thanks" });
  vi.advanceTimersByTime(5000);
  expect(bubbles.bySeat[1]).toBeUndefined();
});

test("a bot reacts to what happens to its card that waits", async () => {
  const { table, bubbles } = page();
  const stops = { ...book.info.happenings[0], name: "stops", moves: "out", weight: 3 };
  table.book = new EditionBook({ ...book.info, happenings: [...book.info.happenings, stops] });
  table.state = { ...table.state, pending: { card: "wild-draw-four", seat: 1, color_before: "red" } };
  for (let n = 0; n < 60; n += 6) await table.happens(n, { what: "stops", seat: 2, card: "oak-hero@owl" });
  expect(bubbles.bySeat[1]).toEqual({ emote: "wow" });
});

test("a fast page and a slow one show the same reactions, and none right after another", async () => {
  const [fast, slow] = [page(), page()];
  const first = moved(1);
  const soon = moved(2, first + 1);
  const later = moved(2, first + 6);
  expect(soon).toBeLessThan(first + 6);
  for (const [{ table, bubbles }, wait] of [
    [fast, 0],
    [slow, 10_000],
  ] as const) {
    await table.happens(first, out(1));
    vi.advanceTimersByTime(wait);
    await table.happens(soon, out(2));
    expect(bubbles.bySeat[2]).toBeUndefined();
    await table.happens(later, out(2));
    expect(bubbles.bySeat[2]).toEqual({ emote: "thanks" });
  }
});

test("bots say nothing if the player doesn't want it, or the table has no chat", async () => {
  const { table, bubbles } = page();
  settings.botsReact = false;
  await table.happens(moved(1), out(1));
  settings.botsReact = true;
  table.state = { ...table.state, settings: { chat: false } as Wire.Settings };
  await table.happens(moved(1, 50), out(1));
  expect(bubbles.bySeat).toEqual({});
});
