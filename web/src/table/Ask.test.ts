import type { Component } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { find, press, show } from "../testing/show";
import Ask from "./Ask.svelte";

beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

const book = new EditionBook({ ...example.info, suggestions: { line: ["Well done.", "Not yet."] } });
const ask = { id: "line", owed: true, choices: [{ text: "line …", verb: "line", takes: "text", at: "" }] };
const table = { state: {}, chat: [], name: () => "", you: 0 };

test("whoever picks the color of an opening card learns why", () => {
  const color = {
    id: "color",
    owed: true,
    choices: [{ text: "color red", verb: "color", takes: "color", at: "", color: "red" }],
  };
  const asks = (more: object) => {
    const at = { ...table, state: { top: "wild", color: null, ...more } };
    show(
      Ask as Component<never>,
      { book, ask: color, title: "Pick a color", onmove: vi.fn(), onclose: vi.fn() } as never,
      at as never,
    );
    return [...document.querySelectorAll("[data-testid=opening]")].map((each) => each.textContent);
  };
  expect(asks({ pending: { card: "wild", seat: 0 } })).toEqual([]);
  expect(asks({})).toEqual(["First card: Wild. It has no color yet, so you pick one."]);
});

test("one tap on a suggestion answers, and the first of them has the focus instead of the text field", () => {
  const onmove = vi.fn();
  show(Ask as Component<never>, { book, ask, title: "Say it", onmove, onclose: vi.fn() } as never, table as never);
  expect(document.activeElement?.textContent).toBe("Well done.");
  const answers = [...document.querySelectorAll(".content :is(input, [data-move])")].map((each) => each.tagName);
  expect(answers).toEqual(["BUTTON", "BUTTON", "INPUT", "BUTTON"]);
  expect(find("label").textContent).toBe("Something else");
  press("Not yet.");
  expect(onmove).toHaveBeenCalledWith("line Not yet.");
});
