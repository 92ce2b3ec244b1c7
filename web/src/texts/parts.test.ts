// The parts of a language: what is in them (text-parts.ts), and when they are loaded.
import { beforeEach, expect, test, vi } from "vitest";

import en from "./en.json";
import german from "./de.game.json";
import type * as Language from "./language.svelte";
import { BEFORE, type Part, type Texts } from "./parts";

const PARTS = Object.keys(BEFORE) as Part[];
const files: Record<Part, Record<string, Texts>> = {
  start: import.meta.glob("./??.json", { query: "?start", import: "default", eager: true }),
  home: import.meta.glob("./??.json", { query: "?home", import: "default", eager: true }),
  table: import.meta.glob("./??.json", { query: "?table", import: "default", eager: true }),
  playing: import.meta.glob("./??.json", { query: "?playing", import: "default", eager: true }),
  rest: import.meta.glob("./??.json", { query: "?rest", import: "default", eager: true }),
};
const keysIn = (part: Part, file = "./de.json"): string[] => Object.keys(files[part][file].flat);
const saidIn = (part: Part): string[] => Object.keys(files[part]["./de.json"].game);
const areIn = (parts: readonly Part[], from: (part: Part) => string[]): Set<string> =>
  new Set(parts.flatMap((part) => from(part)));

test("every text is in a part, except what the service worker says", () => {
  const missing = Object.keys(en).filter((key) => !areIn(PARTS, (part) => keysIn(part, "./en.json")).has(key));
  expect(missing.filter((key) => !key.startsWith("offline."))).toEqual([]);
  expect(areIn(PARTS, saidIn)).toEqual(new Set(Object.keys(german)));
});

test("no part has a text that is loaded before it", () => {
  for (const part of PARTS)
    for (const before of BEFORE[part]) {
      expect([part, before, keysIn(part).filter((key) => keysIn(before).includes(key))]).toEqual([part, before, []]);
      expect([part, before, saidIn(part).filter((text) => saidIn(before).includes(text))]).toEqual([part, before, []]);
    }
});

test("a text is in the part of the screen that uses it", () => {
  const found = (key: string): Part[] => PARTS.filter((part) => keysIn(part).includes(key));
  expect(found("error.load")).toEqual(["start"]);
  expect(found("home.level")).toEqual(["home"]);
  expect(found("chips.changed_one")).toEqual(["playing"]);
  expect(found("settings.theme.dark")).toEqual(["rest"]);
  expect(saidIn("table")).toContain("{seat} challenges {to}");
  expect(saidIn("home")).not.toContain("{seat} challenges {to}");
});

test("the first page, a table and what opens there use no text that comes later", () => {
  const screens: [Part, Record<string, string>][] = [
    ["home", import.meta.glob<string>("../screens/Home.svelte", { query: "?raw", import: "default", eager: true })],
    [
      "table",
      import.meta.glob<string>(
        ["../screens/{TableScreen,Seated,Play}.svelte", "../table/{Center,Opponent,TurnBar,Piles,Clock}.svelte"],
        { query: "?raw", import: "default", eager: true },
      ),
    ],
    [
      "playing",
      import.meta.glob<string>(
        [
          "../screens/TableDialogs.svelte",
          "../table/{Ask,Effects,JudgedPlayer,Jury,MessageLine,Performs,TableMenu,VerdictTold}.svelte",
          "../parts/Dialog.svelte",
        ],
        { query: "?raw", import: "default", eager: true },
      ),
    ],
  ];
  for (const [part, files] of screens) {
    const there = areIn([...BEFORE[part], part], keysIn);
    for (const [file, source] of Object.entries(files)) {
      const keys = [...source.matchAll(/\bt\(\s*"([\w.-]+)"/g)].map(([, key]) => key);
      expect([file, keys.filter((key) => !there.has(key) && !there.has(`${key}_other`))]).toEqual([file, []]);
    }
  }
});

// ---- when they are loaded ---------------------------------------------------------------------------
let language: typeof Language;

beforeEach(async () => {
  vi.resetModules(); // a page that has loaded nothing yet
  language = await import("./language.svelte");
});

test("a screen comes with its texts", async () => {
  await language.speak("de");
  expect([language.t("shell.home"), language.t("home.level")]).toEqual(["Startseite", "home.level"]);
  expect(await language.withTexts(Promise.resolve("screen"), "home")).toBe("screen");
  expect(language.t("home.level")).not.toBe("home.level");
  expect(language.t("play.title")).toBe("play.title");
});

test("another language has every text that the page shows", async () => {
  await language.loadTexts("table");
  await language.speak("es");
  expect([language.t("say.cards", { n: 2 }), language.game("yellow")]).toEqual(["2 cartas", "amarillo"]);
});

test("of two languages that are chosen at once, the last one counts", async () => {
  await Promise.all([language.speak("de"), language.speak("es")]);
  expect([language.languageCode(), document.documentElement.lang]).toEqual(["es", "es"]);
});

test("what the server says is empty until it can be said in the player's language", async () => {
  await language.speak("de");
  expect([
    language.game("A failed dare costs two cards."),
    language.game("7"),
    language.game("{seat}", { seat: "Ann" }),
  ]).toEqual(["", "7", "Ann"]);
  await language.allTexts();
  expect(language.game("A failed dare costs two cards.")).toMatch(/^Eine gescheiterte/);
  expect(language.game("My own dare")).toBe("My own dare");
});

test("a language that can't be loaded leaves the page as it is", async () => {
  vi.doMock("./de.json?start", () => Promise.reject(new Error("offline")));
  await language.speak("de");
  vi.doUnmock("./de.json?start");
  expect([language.languageCode(), language.t("shell.home")]).toEqual(["en", "Home"]);
  await language.speak("de");
  expect(language.languageCode()).toBe("de");
});
