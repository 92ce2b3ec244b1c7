import { expect, test } from "vitest";

import type { TableState } from "../connection/state";
import { book } from "../testing/example-edition";
import { type At, explained } from "./signs";

const element = document.createElement("p");
element.textContent = "Dare: hum";

function aboutState(shown: Partial<TableState>): string {
  const table = { shown, edition: book.info, book };
  return explained({ about: "special", element }, { table } as unknown as At).title;
}

test("what waits for an answer is explained by its card, and what has been left behind by the edition's own", () => {
  const [first, second] = book.info.kinds.filter(({ color }) => color).map(({ text }) => text);
  const pending = { card: second, seat: 1, color_before: null };
  expect(aboutState({ phase: "vote", top: first })).toBe(book.kind(first)?.name);
  expect(aboutState({ phase: "vote", top: first, pending })).toBe(book.kind(second)?.name);
  expect(aboutState({ phase: "turn", top: second })).toBe(aboutState({ phase: "turn", top: first }));
});
