import { expect, test } from "vitest";

import { actionOf, KEY_ACTIONS, keymap, KEYS } from "./shortcuts";

const press = (key: string, more: KeyboardEventInit = {}, on: HTMLElement = document.body): KeyboardEvent => {
  let seen: KeyboardEvent | undefined;
  on.addEventListener("keydown", (event) => (seen = event), { once: true });
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  return seen as KeyboardEvent;
};

test("no two actions share a key", () => {
  expect(new Set(Object.values(KEYS)).size).toBe(KEY_ACTIONS.length);
});

test("a key leads to its action, large or small", () => {
  expect(actionOf(press("d"), {})).toBe("draw");
  expect(actionOf(press("D"), {})).toBe("draw");
  expect(actionOf(press("?"), {})).toBe("help");
});

test("a player's own key replaces the default", () => {
  expect(keymap({ draw: "x" }).draw).toBe("x");
  expect(actionOf(press("x"), { draw: "x" })).toBe("draw");
  expect(actionOf(press("d"), { draw: "x" })).toBeNull();
});

test("keys that are held with others, or down for long, do nothing", () => {
  expect(actionOf(press("d", { ctrlKey: true }), {})).toBeNull();
  expect(actionOf(press("d", { repeat: true }), {})).toBeNull();
});

test("a box to check takes no text", () => {
  const box = document.body.appendChild(Object.assign(document.createElement("input"), { type: "checkbox" }));
  expect(actionOf(press("?", {}, box), {})).toBe("help");
});

test("what is typed into a field is text", () => {
  const field = document.body.appendChild(document.createElement("input"));
  expect(actionOf(press("d", {}, field), {})).toBeNull();
});
