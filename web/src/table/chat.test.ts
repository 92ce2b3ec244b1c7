import { expect, test } from "vitest";

import { speak } from "../texts";
import type * as Wire from "../wire";
import { added, type ChatLine, continued, lineText } from "./chat";

const say = (seat: number, text: string) => ({ seat, name: ["Ann", "Ben"][seat], text });
const known = (...said: Omit<ChatLine, "n">[]): ChatLine[] => added([], said);
const told = [say(0, "hello"), say(1, "hi"), say(0, "hello")];

test("lines are numbered on", () => {
  expect(added(known(...told), [say(1, "bye")]).map(({ n }) => n)).toEqual([0, 1, 2, 3]);
});

test("the oldest lines are forgotten, and numbers still go on", () => {
  const lines = added(known(...Array.from({ length: 120 }, () => say(0, "again"))), [say(1, "stop")]);
  expect([lines.length, lines[0].n, lines.at(-1)?.n]).toEqual([100, 21, 120]);
});

const again = (before: ChatLine[], ...lines: Wire.ChatLine[]): string[] =>
  continued(before, lines).map((line) => `${line.n} ${lineText(line)}`);

test("a new viewer gets every line", () => {
  expect(again([], ...told)).toEqual(["0 hello", "1 hi", "2 hello"]);
});

test("a returning viewer keeps the known lines and their numbers", () => {
  expect(again(known(...told), ...told)).toEqual(["0 hello", "1 hi", "2 hello"]);
  expect(again(known(...told), ...told.slice(1))).toEqual(["0 hello", "1 hi", "2 hello"]);
});

test("what was said meanwhile is numbered on", () => {
  expect(again(known(...told), ...told, say(0, "hello"))).toEqual(["0 hello", "1 hi", "2 hello", "3 hello"]);
  expect(again(known(...told), ...told.slice(2), say(1, "bye"), say(1, "bye"))).toEqual([
    "0 hello",
    "1 hi",
    "2 hello",
    "3 bye",
    "4 bye",
  ]);
});

test("if nothing overlaps, the new lines replace the old ones", () => {
  expect(again(known(...told), say(1, "long"), say(1, "after"))).toEqual(["3 long", "4 after"]);
});

test("emotes and muted players' lines aren't repeated", () => {
  const emote = { seat: 0, name: "Ann", emote: "well-played" };
  expect(again(known(...told, emote), ...told, say(1, "bye"))).toEqual([
    "0 hello",
    "1 hi",
    "2 hello",
    "3 well played",
    "4 bye",
  ]);
  expect(again(known(...told), say(0, "hello"), say(0, "hello"))).toEqual(["0 hello", "1 hi", "2 hello"]);
  expect(again(known(emote))).toEqual(["0 well played"]);
});

test("a line is its text, or its emote in words", async () => {
  expect(lineText({ text: "hello" })).toBe("hello");
  expect(lineText({ emote: "well-played" })).toBe("well played");
  await speak("de");
  expect(lineText({ emote: "well-played" })).toBe("gut gespielt");
});
