import { expect, test } from "vitest";

import { inTheAir } from "./throws";

const flower = (from: number, to: number) => ({ thing: "flower", from, to });
const said = (seat: number, at: number) => ({ seat, emote: "flower", at });

test("what is thrown is in the air, and what is said isn't", () => {
  const lines = [{ seat: 0, text: "hi" }, said(1, 0), { seat: 2, emote: "wow" }];
  expect(inTheAir([], lines)).toEqual([flower(1, 0)]);
});

test("only the last four throws are in the air, and they stay the same objects until they land", () => {
  const before = [flower(1, 0), flower(2, 0), flower(3, 0)];
  const after = inTheAir(before, [said(4, 0), said(5, 0)]);
  expect(after).toEqual([2, 3, 4, 5].map((from) => flower(from, 0)));
  expect(after[0]).toBe(before[1]);
});

test("nothing changes while nobody throws", () => {
  const before = [flower(1, 0)];
  expect(inTheAir(before, [{ seat: 2, text: "hi" }])).toBe(before);
});
