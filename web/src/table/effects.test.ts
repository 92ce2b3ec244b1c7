import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { toneOf, winShown } from "./caption";
import { effects, soundsOf } from "./effects";

const info = (name: string, look: string, at: string, weight: number, shout: string[] = [], more = {}) => ({
  name,
  says: name,
  moves: "",
  secret: "",
  look,
  at,
  sound: name,
  weight,
  shout,
  words: [],
  ...more,
});
const book = new EditionBook({
  ...example.info,
  happenings: [
    info("played", "flight", "discard", 1, [], { moves: "out" }),
    info("drew", "rain", "seat", 1, [], { moves: "in" }),
    info("skipped", "stamp", "seat", 2, ["Skipped!"]),
    info("reversed", "turn", "table", 2, ["Reverse!"]),
    info("called", "burst", "seat", 3, ["UNO!"]),
    info("named", "wash", "discard", 1),
    info("judged", "stamp", "seat", 3, ["Honest!", "Bluffing!"], { words: ["honest", "bluffing"] }),
    info("challenged", "stamp", "to", 2, ["Challenged!"]),
  ],
});

test("a card that hits somebody names its victim", () => {
  const found = effects(book, [
    { what: "played", seat: 0, card: "red-skip" },
    { what: "skipped", seat: 1 },
  ]);
  expect(found).toMatchObject([{ shout: "Skipped!", victim: 1, at: 1, card: "red-skip" }]);
});

test("two or more cards in a row are counted", () => {
  const drew = { what: "drew", seat: 2 };
  const found = effects(book, [{ what: "played", seat: 0, card: "red-draw-two" }, drew, drew, { what: "skipped", seat: 2 }]);
  expect(found.filter(({ shout }) => shout)).toMatchObject([{ shout: "+2", count: 2, victim: 2, text: "Skipped!" }]);
  expect(effects(book, [drew])).toEqual([]);
});

test("a verdict says who draws how many", () => {
  const drew = Array.from({ length: 6 }, () => ({ what: "drew", seat: 0 }));
  const found = effects(book, [{ what: "challenged", seat: 0, to: 1 }, { what: "judged", seat: 1, word: "honest" }, ...drew]);
  expect(found.filter(({ shout }) => shout)).toMatchObject([{ shout: "Honest!", victim: 1, count: 6, drawer: 0 }]);
});

test("there is never more than one caption, whatever happens at once", () => {
  const found = effects(book, [
    { what: "played", seat: 0, card: "red-reverse", uno: true },
    { what: "reversed" },
    { what: "skipped", seat: 1 },
  ]);
  expect(found.filter(({ shout }) => shout).map(({ shout }) => shout)).toEqual(["UNO!"]);
  expect(found.map(({ look }) => look)).toContain("turn");
});

test("a wild washes its color over the table", () => {
  expect(effects(book, [{ what: "played", seat: 0, card: "wild", color: "blue" }])).toMatchObject([
    { look: "wash", color: "blue" },
  ]);
});

test("a scene sounds like its heaviest events, each voice once", () => {
  const events = [
    { what: "played", seat: 0, card: "red-7", uno: true },
    { what: "drew", seat: 1 },
    { what: "drew", seat: 1 },
  ];
  expect(soundsOf(book, events).at(-1)).toBe("called");
  expect(soundsOf(book, events)).toHaveLength(2);
});

test("a win is the team's own, or somebody else's", () => {
  const won = { what: "out", victim: 2 };
  const four = { scores: [0, 0, 0, 0] };
  expect(winShown(won, four, 2)).toBe("own");
  expect(winShown(won, four, 0)).toBe("other");
  expect(winShown(won, { ...four, options: { teams: "pairs" } }, 0)).toBe("own");
  expect(winShown(won, four, null)).toBe("other");
  expect(winShown({ what: "done", victim: 2 }, four, 0)).toBeNull();
});

test("a caption knows whether it's about a success or a failure", () => {
  const words = ["fails", "succeeds"];
  const told = new EditionBook({
    ...example.info,
    happenings: [
      info("verdict", "stamp", "seat", 3, ["Failed!", "Well done!"], { sound: "verdict", words }),
      info("judged", "stamp", "seat", 3, ["Honest!", "Bluffing!"], { sound: "verdict", words: ["honest", "bluffing"] }),
      info("done", "burst", "seat", 3, ["Done!"], { sound: "win" }),
      info("match", "burst", "seat", 3, ["A match!"], { sound: "special" }),
      info("missed", "stamp", "seat", 3, ["Missed!"], { sound: "bad" }),
      info("called", "burst", "seat", 3, ["UNO!"], { sound: "uno" }),
    ],
  });
  const about = (what: string, word?: string) => toneOf(told, effects(told, [{ what, seat: 1, word }])[0]);
  expect(words.map((word) => about("verdict", word))).toEqual(["bad", "good"]);
  expect(["done", "match", "missed"].map((what) => about(what))).toEqual(["good", "good", "bad"]);
  expect([about("judged", "honest"), about("called")]).toEqual([undefined, undefined]);
});
