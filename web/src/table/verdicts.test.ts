import { expect, test, vi } from "vitest";

import { book } from "../testing/example-edition";
import type { Listener } from "./shown.svelte";
import { decidedBy, followVerdicts, VERDICT_SHOWN } from "./verdicts";

const PLAYING = { stage: "playing" } as const;
const votes = (...words: string[]) => words.map((word, seat) => ({ seat, word }));

test.each([
  ["a tie that counts", true, votes("yes", "no", "abstain"), "tie"],
  ["votes of which nobody said yes or no", true, votes("abstain"), "nobody"],
  ["a no that was enough", false, votes("yes", "yes", "no"), "one-no"],
  ["more yes than no", true, votes("yes", "yes", "no"), ""],
  ["more no than yes", false, votes("no", "no", "yes"), ""],
])("a verdict says why if it was %s", (_, isGood, ballots, why) => {
  expect(decidedBy({ isGood, ballots })).toBe(why);
});

test("a verdict comes with its votes and its cost and goes by itself, and one from before the page isn't told", () => {
  vi.useFakeTimers();
  let listener: Listener = () => undefined;
  const tell = vi.fn();
  const onEvents = (given: Listener) => ((listener = given), () => undefined);
  const stop = followVerdicts({ book, onEvents }, tell);
  const verdict = { what: "verdict", seat: 1, word: "succeeds" };
  const drawn = [0, 1, 1].map((seat) => ({ what: "drew", seat }));
  const events = [{ what: "ballot", seat: 0, word: "yes" }, verdict, ...drawn];
  listener(events, {}, PLAYING);
  listener([{ what: "passed", seat: 0 }], PLAYING, PLAYING);
  expect(tell).not.toHaveBeenCalled();
  listener(events, PLAYING, PLAYING);
  expect(tell).toHaveBeenLastCalledWith({ event: verdict, isGood: expect.any(Boolean), ballots: votes("yes"), draws: 2 });
  vi.advanceTimersByTime(VERDICT_SHOWN);
  expect(tell).toHaveBeenLastCalledWith(null);
  stop();
  vi.useRealTimers();
});
