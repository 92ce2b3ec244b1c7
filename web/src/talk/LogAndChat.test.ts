import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { find, show } from "../testing/show";
import LogAndChat from "./LogAndChat.svelte";

test("arrow keys go from the log to the chat, and only the chosen tab is a tab stop", () => {
  show(LogAndChat, {}, { you: null, state: {}, chat: [], log: [] });
  const tab = (name: string): HTMLElement => find(`#tab-${name}`);
  const type = (key: string): void => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  tab("log").focus();
  type("ArrowRight");
  expect(document.activeElement).toBe(tab("chat"));
  expect([tab("log").tabIndex, tab("chat").tabIndex]).toEqual([-1, 0]);
  type("Home");
  expect(tab("log").getAttribute("aria-selected")).toBe("true");
});
