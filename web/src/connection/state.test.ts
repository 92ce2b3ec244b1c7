import { expect, test } from "vitest";

import { applyFrame, fillMove, happened, isFrame } from "./state";

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

test("a frame without changes keeps the same state object", () => {
  const before = { counts: [7, 7] };
  expect(applyFrame(before, { n: 2, e: 1 })).toBe(before);
});

test("events follow those before, with their numbers", () => {
  const known = happened([], { ...first, e: 1, events: [{ what: "dealer" }] });
  const after = happened(known, { n: 2, e: 2, events: [{ what: "drew" }] });
  expect(after.map(({ n, event }) => [n, event.what])).toEqual([
    [0, "dealer"],
    [1, "drew"],
  ]);
});

test("a table that was set back knows only its first frame", () => {
  const known = happened([], { n: 9, e: 3, events: [{ what: "dealer" }, { what: "drew" }, { what: "passed" }] });
  expect(happened(known, { ...first, e: 2, events: [{ what: "drew" }] }).map(({ n }) => n)).toEqual([0, 1]);
  expect(happened(known, first)).toEqual([]);
});

test("an answer is no frame", () => {
  expect([isFrame({ id: "a", ok: 3 }), isFrame({ n: 3, e: 1 })]).toEqual([false, true]);
});

test("free text takes the place of the dots", () => {
  expect(fillMove("line …", "  hello … there ")).toBe("line hello … there");
});
