import type { Component } from "svelte";
import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import LookUp from "./LookUp.svelte";

const items = ["Hum a tune.", "Tell a joke."].map((text) => ({ text, lasting: false }));
const list = {
  name: "tasks",
  about: "the list of tasks",
  form: { type: "choice", values: [{ value: "a", says: "A", items }] },
};
const other = { name: "hand", about: "the hand size", default: 7, form: { type: "number", low: 3, high: 9, none: "" } };
const book = new EditionBook({ ...example.info, options: [list, other] } as never);

function lookUp(wanted: string): void {
  show(LookUp as Component<never>, { book, chosen: null, rule: "", here: String } as never);
  const input = find<HTMLInputElement>("#rules-search");
  input.value = wanted;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}
const told = (): string => find("[data-testid=rules-found]").textContent;
const beside = (): string => find("aside").textContent;

test("a search finds what stands in a list beside the rules", () => {
  lookUp("joke");
  expect(told()).toBe("See also: The list of tasks");
  expect(find("details li").textContent.trim()).toBe("Tell a joke.");
  expect(find<HTMLLIElement>("details li").value).toBe(2);
  expect(find<HTMLDetailsElement>("details").open).toBe(true);
});

test("a search finds options and cards", () => {
  lookUp("hand");
  expect(beside()).toContain("The hand size");
  expect(document.querySelector(".cards")).toBeNull();
});

test("a search that finds nothing says so", () => {
  lookUp("zeppelin");
  expect(told()).toMatch(/^These rules say nothing/);
  expect(find("aside").hidden).toBe(true);
});
