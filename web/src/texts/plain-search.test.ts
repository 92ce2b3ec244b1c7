import { afterEach, expect, test } from "vitest";

import { speak } from ".";
import { finder, found } from "./plain-search";

afterEach(() => speak("en"));

const finds = (wanted: string, text: string): boolean => finder(wanted)(text);

test("a number is found by its name, and the other way around", () => {
  expect(finds("zero", "Each color has one 0.")).toBe(true);
  expect(finds("7", "Everyone is dealt seven cards.")).toBe(true);
  expect(finds("0", "Every wild counts 50.")).toBe(false);
  expect(finds("10", "After 1,000 turns, or 10.5")).toBe(false);
});

test("a draw card is found by what people call it", () => {
  for (const wanted of ["plus four", "+4", "Plus 4", "draw fours", "wild draw 4"])
    expect([wanted, finds(wanted, "A Wild Draw Four hits you.")]).toEqual([wanted, true]);
  expect(finds("plus two", "A Wild Draw Four hits you.")).toBe(false);
});

test("one of a kind is found by the word for many", () => {
  expect(finds("Skips", "Skip: the next player loses a turn.")).toBe(true);
  expect(finds("drawing", "Draw a card.")).toBe(true);
  expect(finds("uno", "Call UNO!")).toBe(true);
});

test("other languages have words of their own", async () => {
  await speak("de");
  expect(finds("null karten", "Jede Farbe hat eine Karte mit 0.")).toBe(true);
  expect(finds("plus vier", "Ein Joker Zieh Vier.")).toBe(true);
  await speak("es");
  expect(finds("mas cuatro", "Un Comodín +4.")).toBe(true);
  expect(finds("comodines", "Un comodín.")).toBe(true);
});

test("what a search finds stands at the odd places of a text", () => {
  expect(found("Play one card.", "CARD play")).toEqual(["", "Play", " one ", "card", "."]);
  expect(found("What? A (+2)!", "(+2)")).toEqual(["What? A ", "(+2)", "!"]);
  expect(found("A Wild Draw Four.", "+4")).toEqual(["A Wild ", "Draw", " ", "Four", "."]);
  expect(found("Play one card.", " ")).toEqual(["Play one card."]);
});
