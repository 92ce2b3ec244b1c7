import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { offer } from "../table/choices";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import Help from "./Help.svelte";

const DOES = { says: "Pick the color and a film." };

/** Shows the help for these moves and what each of them brings. */
function help(moves: string[], brings: Map<string, string>, performs = false): void {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const kinds = example.info.kinds.map((kind) => (kind.text === "wild-draw-four" ? { ...kind, does: DOES } : kind));
  const book = new EditionBook({ ...example.info, kinds });
  const found = offer(book, { you: 0, to_move: [0], moves, phase: "turn" });
  const player = { found, asking: null, prompt: "Your turn", brings, performs };
  const table = { book, id: "", shown: {}, coach: "", name: String };
  show(Help as Component<never>, { player, onclose() {} } as never, table as never);
}

/** What the help says of a wild whose moves bring this. */
function toldOf(says: string): string {
  const moves = ["play wild-draw-four red", "play wild-draw-four blue"];
  help(moves, new Map(moves.map((move) => [move, says])));
  return find(".deeds .soft").textContent;
}

test.each([
  [DOES.says, DOES.says],
  ["Ada is next.", "You pick the color. Ada is next."],
])("what a card does names the color once: %s", (says, told) => {
  expect(toldOf(says)).toBe(told);
});

test("cards that lead to the same are together, with the sentence once", () => {
  const moves = ["play red-5", "play red-6", "play red-7"];
  help(
    moves,
    new Map([
      ["play red-5", "Ada is next."],
      ["play red-6", "Ben is next."],
      ["play red-7", "Ada is next."],
    ]),
  );
  const told = [...document.querySelectorAll(".deeds li")].map((deed) => [
    deed.querySelector("b")?.textContent,
    deed.querySelector(".soft")?.textContent,
    deed.querySelectorAll(".cards > *").length,
  ]);
  expect(told).toEqual([
    ["Red 5 and red 7", "Ada is next.", 2],
    ["Red 6", "Ben is next.", 1],
  ]);
});

test("without keys it opens at its top, not at the link below everything", () => {
  vi.spyOn(document, "querySelector").mockReturnValueOnce(null); // nothing shows the focus
  help(["play red-5"], new Map());
  expect(document.activeElement?.textContent).toBe("Your turn");
});

test("whoever is judged isn't told that there is nothing to do", () => {
  help([], new Map());
  const told = (): string => document.body.textContent;
  expect(told()).toContain("Nothing right now.");
  document.body.replaceChildren();
  help([], new Map(), true);
  expect(told()).not.toContain("Nothing right now.");
});
