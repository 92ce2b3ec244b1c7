import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { find, show } from "../testing/show";
import Thrown from "./Thrown.svelte";
import type { Throw } from "./throws";

beforeEach(() => {
  vi.useFakeTimers();
  announcer.lines = [];
});
afterEach(() => vi.useRealTimers());

/** A table with three people, seen from the first seat. */
function atTable() {
  let names = $state.raw(["Ann", "Ben", "Cleo"]);
  let thrown = $state.raw<readonly Throw[]>([]);
  return {
    you: 0,
    name: (seat: number) => names[seat],
    get thrown() {
      return thrown;
    },
    set thrown(now) {
      thrown = now;
      flushSync();
    },
    rename: (...now: string[]) => flushSync(() => (names = now)),
  };
}

test("a throw is told once, from where each one sits, and is gone after a while", () => {
  const table = atTable();
  show(Thrown, {}, table);
  table.thrown = [{ thing: "flower", from: 1, to: 0 }];
  expect(find("[data-testid=thrown]").textContent).toBe("Ben throws you a flower");
  table.thrown = [...table.thrown, { thing: "confetti", from: 0, to: 2 }, { thing: "paper-ball", from: 2, to: 1 }];
  table.rename("Ann", "Ben", "Cleopatra");
  vi.advanceTimersByTime(1000);
  expect(announcer.lines.map(({ text }) => text)).toEqual([
    "Ben throws you a flower. You throw confetti over Cleo. Cleo throws a paper ball at Ben.",
  ]);
  vi.advanceTimersByTime(2000);
  expect(table.thrown).toEqual([]);
});
