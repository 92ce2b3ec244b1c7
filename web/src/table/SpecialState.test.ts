import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import SpecialState from "./SpecialState.svelte";

const book = new EditionBook({
  ...example.info,
  shows: [
    { name: "matched", holds: "card by seat", says: "{seat} matches with {it}", you: "", sign: "yes", label: "Match" },
    { name: "missed", holds: "card by seat", says: "{seat} misses with {it}", you: "", sign: "no", label: "No match" },
    { name: "secret", holds: "card by seat", says: "{seat}'s secret card: {it}", you: "", sign: "", label: "" },
    { name: "may", holds: "seat", says: "{it} may discard it.", you: "You may discard it.", sign: "", label: "" },
  ],
});
const NAMES = ["Ann", "Ben", "Cleo"];
const table = { addressed: 1, name: (seat: number) => NAMES[seat], shown: {} };

test("cards that turned out well or badly say so in words and with a sign, below the card that decides it", () => {
  const special = { secret: { 0: "red-7" }, missed: { 1: "blue-draw-two@owl" }, matched: { 2: "red-7" }, may: 0 };
  show(SpecialState, { book, special }, table);
  const told = [...document.querySelectorAll("li")].map(({ lastElementChild, dataset }) => [
    dataset.sign,
    lastElementChild?.textContent.replaceAll(/\s+/g, " ").trim(),
  ]);
  expect(told).toEqual([
    ["", "Ann's secret card"],
    ["no", "You No match"],
    ["yes", "Cleo Match"],
  ]);
  expect(document.querySelectorAll("li svg path").length).toBeGreaterThan(2);
  expect(find("p").textContent).toBe("Ann may discard it.");
  expect(find(".outcome")).not.toBeNull();
});

test("where the judges' answers say what follows, a rule shows only its text", () => {
  const who = [{ value: "me", says: "you" }];
  const steps = [
    { does: "again", who: ["me"], takes_n: false, needs_text: false, clauses: [{ who: "me", n: null, text: "play again" }] },
  ];
  const form = { type: "rules", places: [], who, steps, then: ", then " };
  const shows = [{ name: "rule", holds: "rule", says: "", you: "", sign: "", label: "" }] as const;
  const written = new EditionBook({ ...example.info, shows: [...shows], options: [{ form } as never] });
  const special = { rule: { name: "Sing", text: "Sing.", steps: [{ does: "again", who: "me" }] } };
  const told = (brief: boolean): string => {
    show(SpecialState, { book: written, special, brief }, table);
    return [...document.querySelectorAll(".rule")].at(-1)!.textContent;
  };
  expect(told(false)).toContain("Play again.");
  expect(told(true)).not.toContain("Play again.");
});
