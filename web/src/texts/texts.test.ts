import { expect, test } from "vitest";

import { LANGUAGES, nameOf, speak, t } from ".";
import en from "./en.json";

const others = import.meta.glob<Record<string, string>>(["./??.json", "!./en.json"], { import: "default", eager: true });

/** A key without the plural form at its end. */
const bare = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, "");
const plural = new Set(
  Object.keys(en)
    .filter((key) => bare(key) !== key)
    .map(bare),
);
const codeOf = (file: string): string => file.slice(2, 4);

test("every text exists in every language", () => {
  const wanted = [...new Set(Object.keys(en).map(bare))].sort();
  for (const [file, texts] of Object.entries(others))
    expect([file, [...new Set(Object.keys(texts).map(bare))].sort()]).toEqual([file, wanted]);
});

test("a text that depends on a number has the plural forms of its language, and no others", () => {
  for (const [file, texts] of Object.entries(others)) {
    const rules = new Intl.PluralRules(codeOf(file));
    const needed = new Set(["other", ...Array.from({ length: 101 }, (_, n) => rules.select(n))]);
    const missing = [...plural].flatMap((key) =>
      [...needed].map((form) => `${key}_${form}`).filter((each) => !(each in texts)),
    );
    const forms = new Set<string>(rules.resolvedOptions().pluralCategories);
    const strange = Object.keys(texts).filter(
      (key) => bare(key) !== key && !(plural.has(bare(key)) && forms.has(key.slice(bare(key).length + 1))),
    );
    expect([file, missing, strange]).toEqual([file, [], []]);
  }
});

test("keys are in alphabetical order", () => {
  expect(Object.keys(en)).toEqual([...Object.keys(en)].sort());
});

test("a text has the same placeholders in every language", () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [file, texts] of Object.entries(others)) {
    for (const [key, text] of Object.entries(texts)) {
      const english = (en as Record<string, string>)[key] ?? (en as Record<string, string>)[`${bare(key)}_other`];
      if (!key.endsWith("_one")) expect([file, key, holes(text)]).toEqual([file, key, holes(english)]);
    }
  }
});

test("the languages are those that have a file, and each calls itself by its own name", () => {
  expect(LANGUAGES).toEqual(["en", ...Object.keys(others).map(codeOf)]);
  for (const code of LANGUAGES) expect(nameOf(code)).not.toBe(code);
  expect(["en", "de", "es"].map(nameOf)).toEqual(["English", "Deutsch", "Español"]);
});

test("the number chooses the form", async () => {
  await speak("en");
  expect(t("say.cards", { n: 1 })).toBe("1 card");
  expect(t("say.cards", { n: 2 })).toBe("2 cards");
});

test("a name that ends with a mark of its own gets no period", async () => {
  await speak("en");
  expect(t("lesson.done-all", { edition: "UNO Dare!" })).toMatch(/UNO Dare!$/);
  expect(t("lesson.done-all", { edition: "UNO" })).toMatch(/UNO\.$/);
});

test("a ready-made dare that lasts says so in every language", () => {
  const games = import.meta.glob<Record<string, string>>("./??.game.json", { import: "default", eager: true });
  for (const [file, texts] of Object.entries(games)) {
    const says = others[file.replace(".game", "")]["dare.lasting"];
    const unsaid = Object.entries(texts).filter(([en, own]) => /until your next turn\b/.test(en) && !own.includes(says));
    expect([file, unsaid.map(([en]) => en).filter((en) => !en.startsWith("A dare that lasts"))]).toEqual([file, []]);
  }
});
