import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce, announcer } from "../browser/announce.svelte";
import type { Table } from "../table/table.svelte";
import type * as Wire from "../wire";
import { Gathering } from "./gathering.svelte";

class FakeTable {
  you = 0;
  clockOffset = 0;
  edition = { options: [] };
  state: Wire.State = $state.raw({});

  dealIn(seconds: number | null): void {
    const dealAt = seconds === null ? null : Date.now() + seconds * 1000;
    this.state = { seats: [{ name: "Ann", ready: true }], options: {}, digest: "a", deal_at: dealAt };
    flushSync();
  }
}

let before = -1;
const told = (): string[] => announcer.lines.filter((line) => line.id > before).map((line) => line.text);

/** A table at which somebody looks on, until the test is over. */
function gather(): FakeTable {
  const table = new FakeTable();
  stop = $effect.root(() => void new Gathering(table as unknown as Table, "end.changed"));
  flushSync();
  return table;
}

let stop = (): void => undefined;

beforeEach(() => {
  announce("-", "assertive"); // what other tests still have to say is said before
  vi.useFakeTimers();
  before = announcer.lines.at(-1)?.id ?? -1;
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function pass(seconds: number): void {
  for (let tick = 0; tick < seconds * 4; tick++) {
    vi.advanceTimersByTime(250);
    flushSync();
  }
}

test("a countdown is announced when it starts and once more at five seconds", () => {
  const table = gather();
  table.dealIn(15);
  table.state = { ...table.state }; // news about something else
  pass(15);
  expect(told()).toEqual([
    "The next deal is in 15 seconds. You can stop the countdown.",
    "The next deal is in 5 seconds. You can stop the countdown.",
  ]);
});

test("a countdown that is stopped says nothing more, and a short one is announced once", () => {
  const table = gather();
  table.dealIn(15);
  pass(2);
  table.dealIn(null);
  pass(15);
  table.dealIn(1);
  pass(2);
  expect(told()).toEqual([
    "The next deal is in 15 seconds. You can stop the countdown.",
    "The next deal is in 1 second. You can stop the countdown.",
  ]);
});
