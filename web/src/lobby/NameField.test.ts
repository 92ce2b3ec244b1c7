import { flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { find, show } from "../testing/show";
import NameField from "./NameField.svelte";

test("the face follows the name as soon as the typing pauses", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  show(NameField, { name: "", face: 0 });
  const drawn = (): string => find(".name svg").outerHTML;
  const guest = drawn();
  const field = find<HTMLInputElement>("#name");
  field.value = "Mia";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  expect(drawn()).toBe(guest);
  vi.runAllTimers();
  flushSync();
  expect(drawn()).not.toBe(guest);
});
