import { expect, test } from "vitest";

import type { TableState } from "../connection/state";
import { book, names } from "../testing/example-edition";
import { consequences, shared } from "./consequences";

const state = {
  moves: ["play red-7", "play wild-draw-four red", "play wild-draw-four blue"],
  consequences: [
    { says: "{seat} is next.", args: { seat: 1 }, moves: [0] },
    { says: "{seat} draws {n}.", args: { seat: 2, n: 4 }, moves: [1, 2] },
    { says: "You win.", moves: [2] },
  ],
} as unknown as TableState;
const found = () => consequences(book, state, names); // in the language of the test, not of the one before

test("a move's consequences are sentences with names in them, in order", () => {
  expect(found().get("play red-7")).toBe("Ben is next.");
  expect(found().get("play wild-draw-four blue")).toBe("Cy draws 4. You win.");
  expect(consequences(book, {}, names).size).toBe(0);
});

test("what is the same for every answer is said once", () => {
  expect(shared(found(), ["play wild-draw-four red"])).toBe("Cy draws 4.");
  expect(shared(found(), ["play wild-draw-four red", "play wild-draw-four blue"])).toBe("");
  expect(shared(found(), [])).toBe("");
});
