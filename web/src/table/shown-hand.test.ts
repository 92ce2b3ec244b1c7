import { expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { handShown } from "./shown-hand";

const shown = ["red-7", "blue-draw-two@owl", "red-7"].map((card) => ({ what: "shown", seat: 1, to: 0, card }));
const seen = (more: object) =>
  handShown(book, shown, 0, String, 0, { card: "wild-draw-four", seat: 1, color_before: "red", ...more });

test("a challenged hand comes with the color that the challenge is about", () => {
  expect(seen({})).toMatchObject({ color: "red", matching: 2 });
});

test("where no color decides the challenge, none is named", () => {
  for (const more of [{ color_before: null }, { sum: 8 }, { seat: 2 }])
    expect(seen(more)).toMatchObject({ color: undefined, matching: 0 });
});
