import { expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { find, show } from "../testing/show";
import ColorPicker from "./ColorPicker.svelte";
import { parseMove } from "./choices";

test("arrow keys, Home and End move between the colors", () => {
  const choices = ["red", "blue", "oak"].map((color) => parseMove(book, `play wild-draw-four ${color}`));
  show(ColorPicker, { book, choices, held: {}, onchoose: () => undefined });
  find("button").focus();
  const after = ["End", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowDown", "Home"].map((key) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return (document.activeElement as HTMLElement).dataset.color;
  });
  expect(after).toEqual(["oak", "red", "blue", "red", "oak", "blue", "oak", "red"]);
});
