import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book } from "../testing/example-edition";
import { groups } from "./primer";

const kind = (color: string | null, name: string, value: number, does: string, copies = 2) => ({
  ...{ text: `${color ?? "wild"}-${name}`, name, face: name, color, copies, value, does: { says: does } },
  ...(/\d/.test(name) ? { digits: name, symbol: name } : {}),
});
const deck = new EditionBook({
  ...book.info,
  kinds: [
    kind("red", "7", 7, "Match it."),
    kind("red", "8", 8, "Match it."),
    kind("blue", "7", 7, "Match it."),
    kind("blue", "skip", 20, "Lose a turn."),
    kind("green", "9", 9, "Match it."),
    kind(null, "wild", 50, "Any."),
    kind(null, "foil", 50, "Any.", 0),
  ],
  primer: { ...book.info.primer, cards: [{ card: "blue-skip", top: "blue-7", events: [] }] },
} as unknown as typeof book.info);

test("cards that do the same are one group, and cards that aren't dealt are none", () => {
  expect(groups(deck).map(({ names, worth, copies }) => [names.join(), worth, copies])).toEqual([
    ["7,8,9", [7, 9], 8],
    ["skip", [20, 20], 2],
    ["wild", [50, 50], 2],
  ]);
});

test("a group has the example of one of its cards", () => {
  expect(groups(deck).map(({ example }) => example?.top)).toEqual([undefined, "blue-7", undefined]);
});
