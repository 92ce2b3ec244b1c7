import { expect, test, vi } from "vitest";

import { languageCode, LANGUAGES, nameOf, speak, t } from ".";
import en from "./en.json";
import { isLater } from "./later";

const others = import.meta.glob<Record<string, string>>(["./??.json", "!./en.json"], { import: "default", eager: true });

test("every text exists in every language", () => {
  for (const [file, texts] of Object.entries(others)) expect([file, Object.keys(texts)]).toEqual([file, Object.keys(en)]);
});

test("keys are in alphabetical order", () => {
  expect(Object.keys(en)).toEqual([...Object.keys(en)].sort());
});

test("a text has the same placeholders in every language", () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [file, texts] of Object.entries(others)) {
    for (const [key, text] of Object.entries(en)) {
      if (!key.endsWith("_one")) expect([file, key, holes(texts[key])]).toEqual([file, key, holes(text)]);
    }
  }
});

test("a language calls itself by its own name", () => {
  expect(LANGUAGES).toEqual(["en", "de", "es"]);
  expect(LANGUAGES.map(nameOf)).toEqual(["English", "Deutsch", "Español"]);
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

test("a language that can't be loaded falls back to English", async () => {
  vi.doMock("./de.game.json", () => Promise.reject(new Error("offline")));
  await speak("de");
  vi.doUnmock("./de.game.json");
  expect([languageCode(), t("shell.home")]).toEqual(["en", "Home"]);
});

test("the first page and the table use no text that comes later", () => {
  const sources = import.meta.glob<string>(
    [
      "../{App,screens/Home,screens/TableScreen,screens/Seated,screens/Play}.svelte",
      "../{connection,browser}/*.ts",
      "../table/*.{ts,svelte}",
      "../talk/*.svelte",
      "../parts/{Dialog,Icon,Lazy}.svelte",
      "../{lobby/EditionTile,lobby/TableList,study/OpenRecord}.svelte",
      "!../**/*.test.ts",
      "!../table/{results.ts,Results.svelte,HandPoints.svelte}",
    ],
    { query: "?raw", import: "default", eager: true },
  );
  expect(Object.keys(sources).length).toBeGreaterThan(25);
  for (const [file, source] of Object.entries(sources)) {
    const keys = [...source.matchAll(/\bt\(\s*["`]([\w.-]+)/g)].map(([, key]) => key);
    expect([file, keys.filter(isLater)]).toEqual([file, []]);
  }
});

test("a ready-made dare that lasts says so in every language", () => {
  const games = import.meta.glob<Record<string, string>>("./??.game.json", { import: "default", eager: true });
  for (const [file, texts] of Object.entries(games)) {
    const says = others[file.replace(".game", "")]["dare.lasting"];
    const unsaid = Object.entries(texts).filter(([en, own]) => /until your next turn\b/.test(en) && !own.includes(says));
    expect([file, unsaid.map(([en]) => en).filter((en) => !en.startsWith("A dare that lasts"))]).toEqual([file, []]);
  }
});
