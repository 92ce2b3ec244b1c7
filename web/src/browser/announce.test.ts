import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announce, announcer } from "./announce.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  announcer.lines = [];
});
afterEach(() => vi.useRealTimers());
const lines = () => announcer.lines.map((line) => line.text);

test("texts that arrive together are one announcement, in order", () => {
  announce("Ann plays red 7.");
  announce("Ben draws a card.");
  expect(lines()).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(lines()).toEqual(["Ann plays red 7. Ben draws a card."]);
});

test("urgent texts don't wait, and nothing is announced out of order", () => {
  announce("Ann plays red 7.");
  announce("That card does not match.", "assertive");
  expect(lines()).toEqual(["Ann plays red 7. That card does not match."]);
  vi.advanceTimersByTime(1000);
  expect(lines()).toHaveLength(1);
});

test("only the last announcements stay on the page", () => {
  for (let i = 0; i < 100; i++) announce(`${i}`, "assertive");
  expect(announcer.lines.length).toBeLessThanOrEqual(20);
  expect(lines().at(-1)).toBe("99");
});
