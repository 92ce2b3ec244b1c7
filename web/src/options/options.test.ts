import { describe, expect, test } from "vitest";

import {
  about,
  changes,
  type Form,
  lastsUnsaid,
  listInForce,
  matters,
  type Option,
  same,
  valueWords,
  wholeNumber,
} from "./options";

const option = (name: string, form: Form, more: Partial<Option> = {}): Option => ({
  name,
  about: `about ${name}`,
  form,
  default: null,
  between_rounds: false,
  ...more,
});
const names = (seat: number): string => ["Ann", "Ben"][seat] ?? "?";
const dare = { text: "Sing.", lasting: false };
const LIST = option("list", {
  type: "choice",
  values: [
    { value: "family", says: "Family", items: [dare] },
    { value: "own", says: "Our own", written: "ours" },
  ],
});
const OURS = option("ours", { type: "dares", places: 16, longest_text: 200 });

test("what an option is about begins like a sentence", () => {
  expect(about(option("x", { type: "flag" }))).toBe("About x");
});

describe("a value in words", () => {
  test.each<[Form, unknown, string]>([
    [{ type: "flag" }, true, "Yes"],
    [{ type: "flag" }, false, "No"],
    [{ type: "number", low: 1, high: 9, none: "one round decides" }, 7, "7"],
    [{ type: "number", low: 1, high: 9, none: "one round decides" }, null, "One round decides"],
    [{ type: "seat", none: "by chance" }, 1, "Ben"],
    [{ type: "seat", none: "by chance" }, null, "By chance"],
    [
      { type: "choice", values: [{ value: "plain", says: "only reverses the direction" }] },
      "plain",
      "Only reverses the direction",
    ],
    [{ type: "dares", places: 16, longest_text: 200 }, [null, { text: "Sing.", lasting: true }], "1 dare written"],
    [{ type: "any" }, { a: 1 }, '{"a":1}'],
  ])("%o %o is %s", (form, value, words) => {
    expect(valueWords(form, value, names)).toBe(words);
  });
});

test("values are the same whatever the order of their names", () => {
  expect(same({ a: 1, b: { c: null } }, { b: { c: null }, a: 1 })).toBe(true);
  expect(same([1, 2], [2, 1])).toBe(false);
});

test("tells changed options from unchanged ones", () => {
  const options = [option("a", { type: "flag" }), option("b", { type: "flag" })];
  expect(changes(options, { a: true, b: true }, { a: true, b: false }).map(({ name }) => name)).toEqual(["b"]);
  expect(changes(options, null, { a: true, b: false })).toEqual([]);
});

describe("the list in force", () => {
  test("is the choice's own", () => {
    expect(listInForce([LIST, OURS], { list: "family", ours: [] })).toEqual({ items: [dare], written: "" });
    expect(matters(OURS, [LIST, OURS], { list: "family" })).toBe(false);
  });

  test("or the one the table writes", () => {
    expect(listInForce([LIST, OURS], { list: "own", ours: [null, dare] })?.items).toEqual([null, dare]);
    expect(matters(OURS, [LIST, OURS], { list: "own" })).toBe(true);
  });

  test("and none in other editions", () => {
    expect(listInForce([option("a", { type: "flag" })], { a: true })).toBeNull();
  });
});

test.each([
  ["500", 500],
  [" 7 ", 7],
  ["0", null],
  ["1.5", null],
  ["1e3", null],
  ["", null],
  ["100001", null],
])("%o as a number from 1 to 100000 is %o", (text, number) => {
  expect(wholeNumber(text, 1, 100_000)).toBe(number);
});

test("how long a dare lasts is added only if its text doesn't say it", () => {
  const isAdded = (text: string, lasting: boolean): boolean => lastsUnsaid({ text, lasting });
  expect(isAdded("Keep smiling until your next turn.", true)).toBe(false);
  expect(isAdded("Until your next turn, keep smiling.", true)).toBe(false);
  expect(isAdded("Keep smiling.", true)).toBe(true);
  expect(isAdded("Smile.", false)).toBe(false);
});
