import { expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
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
