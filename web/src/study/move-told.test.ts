import { expect, test, vi } from "vitest";

import { book, names } from "../testing/example-edition";
import type * as Wire from "../wire";
import { keyName, keyTold } from "./move-told";
import { bestMoveOf, foundIn } from "./review";

test("a key moment names its move, and what would have been better", () => {
  const best = { at: 3, kind: "best" as const, seat: 0, move: "play red-7" };
  expect(keyName(best, names)).toBe("Ann's best move");
  expect(keyTold(book, best, names)).toBe("Ann's best move: Play red 7");
  expect(keyTold(book, { ...best, kind: "mistake", move: "draw", better: "play red-7" }, names)).toBe(
    "Ann's mistake: Draw. Better: Play red 7",
  );
  expect(keyTold(book, { ...best, move: null }, names)).toBe("Ann's best move: Let the chance pass");
  expect(keyTold(book, { at: 3, kind: "end", seat: -1 }, names)).toBe("Just before the last card");
});

test("a best move that was found at the end of a game is known to its replay", async () => {
  const best: Wire.BestMove = { looked: true, decision: { number: 3, played: "draw" } as Wire.DecisionInfo, margin: 0.1 };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(best)));
  await bestMoveOf("0123", "", 1);
  vi.unstubAllGlobals();
  expect(foundIn("0123")[1]?.best_move).toEqual(best);
  expect(foundIn("another")).toEqual({});
});
