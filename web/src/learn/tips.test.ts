import { expect, test } from "vitest";

import { write } from "../browser/storage";
import type * as Wire from "../wire";
import { isOffered, keepOffered, keepTip, offersLesson, seenTips, tipFor } from "./tips";

const tip = (id: string, more: Partial<Wire.TipInfo>): Wire.TipInfo => ({
  ...{ id, says: `${id}.`, happens: "", hits: "seat", offers: "", without: "" },
  ...more,
});
const TIPS = [
  tip("call", { offers: "play … uno" }),
  tip("catch", { offers: "catch …" }),
  tip("hit", { happens: "hit", hits: "to" }),
  tip("skipped", { happens: "skipped" }),
  tip("turned", { happens: "turned", hits: "" }),
  tip("draw", { offers: "draw", without: "play …" }),
];
const due = (events: Wire.GameEvent[], moves: string[] = [], seen: string[] = []) => tipFor(TIPS, 1, events, moves, seen)?.id;

test("a tip waits for a move like its own, and for none like the other", () => {
  expect(due([], ["draw"])).toBe("draw");
  expect(due([], ["draw", "play red-5"])).toBeUndefined();
  expect(due([], ["draw", "play red-5", "play red-5 uno"])).toBe("call");
  expect(due([], ["catch 2"])).toBe("catch");
});

test("a tip comes to the player it is about, and only once", () => {
  expect(due([{ what: "skipped", seat: 1 }])).toBe("skipped");
  expect(due([{ what: "skipped", seat: 0 }])).toBeUndefined();
  expect(due([{ what: "hit", seat: 0, to: 1 }])).toBe("hit");
  expect(due([{ what: "turned" }])).toBe("turned");
  keepTip("turned");
  expect(due([{ what: "turned" }], [], seenTips())).toBeUndefined();
});

test("a lesson is offered once for each edition, unless it has been begun", () => {
  const edition = { id: "one", lessons: [{ id: "first" }] } as Wire.EditionInfo;
  expect(offersLesson(edition)).toBe(true);
  expect(offersLesson({ ...edition, lessons: [] })).toBe(false);
  keepOffered("one");
  expect(offersLesson(edition)).toBe(false);
  write("lessons", { "two first": { step: 1, moves: [] } });
  expect(offersLesson({ ...edition, id: "two" })).toBe(false);
});

test("a chance is gone when no move is like its tip", () => {
  expect(isOffered("block …", ["block oak-hero@owl", "draw"])).toBe(true);
  expect(isOffered("block …", ["draw"])).toBe(false);
  expect(isOffered("block …", [])).toBe(false);
});
