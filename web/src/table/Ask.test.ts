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
