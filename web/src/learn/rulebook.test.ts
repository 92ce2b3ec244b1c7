import { expect, test } from "vitest";

import type { Option } from "../options/options";
import { broughtBy, search, sections } from "./rulebook";

const rule = (id: string, text = ""): { id: string; text: string; ruling: boolean } => ({ id, text, ruling: false });
const BOOK = [
  rule("deck-numbers", "Nineteen number cards."),
  rule("turn-match", "Play one card that matches."),
  rule("pile-exhausted", "Nothing left."),
  rule("magic-hat", "Pull a card out of it."),
];

test("rules about the same thing are one section, in book order", () => {
  expect(sections(BOOK).map(({ rules }) => rules.map(({ id }) => id))).toEqual([
    ["deck-numbers"],
    ["turn-match", "pile-exhausted"],
    ["magic-hat"],
  ]);
});

test("a rule of an unknown kind belongs to the edition's own cards", () => {
  expect(sections([rule("magic-hat")])[0]?.title).toBe("This edition's cards");
});

test("a search finds rules that have every word, in text or id", () => {
  expect(search(BOOK, "card MATCH").map(({ id }) => id)).toEqual(["turn-match"]);
  expect(search(BOOK, "magic").map(({ id }) => id)).toEqual(["magic-hat"]);
  expect(search(BOOK, "card hat nothing")).toEqual([]);
  expect(search(BOOK, " ")).toEqual(BOOK);
});

test("a rule of a table names the option that brings it", () => {
  const options = [
    { title: "Stacking", about: "", brings: ["stack-same"] },
    { title: "Teams", about: "" },
  ] as Option[];
  expect(broughtBy(rule("stack-same"), options)).toEqual(["Stacking"]);
});
