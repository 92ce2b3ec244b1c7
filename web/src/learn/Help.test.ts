import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { offer } from "../table/choices";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import Help from "./Help.svelte";

const DOES = { says: "Pick the color and a film." };

/** What the help says of a wild whose moves bring this. */
function toldOf(says: string): string {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const kinds = example.info.kinds.map((kind) => (kind.text === "wild-draw-four" ? { ...kind, does: DOES } : kind));
  const book = new EditionBook({ ...example.info, kinds });
  const moves = ["play wild-draw-four red", "play wild-draw-four blue"];
  const found = offer(book, { you: 0, to_move: [0], moves, phase: "turn" });
  const player = { found, asking: null, prompt: "", brings: new Map(moves.map((move) => [move, says])) };
  const table = { book, id: "", shown: {}, coach: "", name: String };
  show(Help as Component<never>, { player, onclose() {} } as never, table as never);
  return find(".deeds .soft").textContent;
}

test.each([
  [DOES.says, DOES.says],
  ["Ada is next.", "You pick the color. Ada is next."],
])("what a card does names the color once: %s", (says, told) => {
  expect(toldOf(says)).toBe(told);
});
