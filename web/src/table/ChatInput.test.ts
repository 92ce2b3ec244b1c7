import { expect, onTestFinished, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import ChatInput from "./ChatInput.svelte";

test("a line that is refused comes back, unless another is written already", async () => {
  const send = vi.fn(() => Promise.reject(new Error("slower")));
  show(ChatInput, {}, { send });
  const field = find<HTMLInputElement>("input");
  const write = (text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const submit = (): boolean => find("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  write("hello");
  submit();
  await settled();
  expect([field.value, find("[role=alert]").textContent]).toEqual(["hello", "slower"]);
  submit();
  write("bye");
  await settled();
  expect(field.value).toBe("bye");
  expect(send).toHaveBeenCalledTimes(2);
});

test("whoever performs says next to the line that it's done, and goes back to the hand", async () => {
  const send = vi.fn(async () => ({ id: "", ok: 1 }));
  const onsent = vi.fn();
  document.body.insertAdjacentHTML("beforeend", '<ul data-place="hand"><li><button tabindex="0">7</button></li></ul>');
  onTestFinished(() => find("[data-place=hand]").remove());
  show(ChatInput, { performs: true, onsent }, { send } as never);
  press("I'm done");
  await settled();
  expect(send).toHaveBeenCalledWith({ do: "emote", emote: "all-done" });
  expect(onsent).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(find("[data-place=hand] button"));
});

test("nobody else is offered to say that it's done", () => {
  show(ChatInput, {}, {});
  expect(document.querySelector("[data-testid=performed-here]")).toBeNull();
});

test("Escape leaves the line for the hand", () => {
  document.body.insertAdjacentHTML("beforeend", '<ul data-place="hand"><li><button tabindex="0">7</button></li></ul>');
  onTestFinished(() => find("[data-place=hand]").remove());
  show(ChatInput, {}, {});
  find("input").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(document.activeElement).toBe(find("[data-place=hand] button"));
});
