import { flushSync } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { show } from "../testing/show";
import ReviewProgress from "./ReviewProgress.svelte";

afterEach(() => void vi.useRealTimers());

test("a review that takes long says now and then how far it is", async () => {
  vi.useFakeTimers();
  show(ReviewProgress, { title: "Looking at your game", looked: 2, moves: 60, about: "", onstop: () => undefined });
  await vi.advanceTimersByTimeAsync(15_500);
  flushSync();
  expect(announcer.lines.at(-1)?.text).toContain("Looking at move 2 of 60.");
});
