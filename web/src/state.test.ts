import { expect, test } from "vitest";

import { applyFrame, fillMove, isFrame } from "./state";

const first = { n: 1, e: 0, events: [], chat: [], version: 1, time: 0, set: { stage: "lobby" as const, you: 0, host: 0 } };

test("the first frame is the whole state", () => {
  expect(applyFrame({ stage: "playing", hand: ["red-7"] }, first)).toEqual({ stage: "lobby", you: 0, host: 0 });
});

test("a later frame changes what it names", () => {
  const before = applyFrame({}, first);
  expect(applyFrame(before, { n: 2, e: 1, set: { host: 1 } })).toEqual({ stage: "lobby", you: 0, host: 1 });
});

test("null is a value", () => {
  expect(applyFrame({ color: "red" }, { n: 2, e: 1, set: { color: null } })).toEqual({ color: null });
});

test("the state before stays as it was", () => {
  const before = { counts: [7, 7] };
  applyFrame(before, { n: 2, e: 1, set: { counts: [6, 7] } });
  expect(before).toEqual({ counts: [7, 7] });
});

test("a frame without changes keeps the very state", () => {
  const before = { counts: [7, 7] };
  expect(applyFrame(before, { n: 2, e: 1 })).toBe(before);
});

test("an answer is no frame", () => {
  expect([isFrame({ id: "a", ok: 3 }), isFrame({ n: 3, e: 1 })]).toEqual([false, true]);
});

test("free text takes the place of the dots", () => {
  expect(fillMove("line …", "  hello … there ")).toBe("line hello … there");
});
