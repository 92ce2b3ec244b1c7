import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import App from "./App.svelte";
import { goInstead } from "./browser/route.svelte";
import { find, settled, show } from "./testing/show";

test("the title says where you are", () => {
  goInstead("settings");
  show(App, {});
  expect(document.title).toBe("Settings · lastcard");
  goInstead("table=abc");
  flushSync();
  expect(document.title).toBe("lastcard");
});

test("at a table, the settings open over it, and nobody leaves", async () => {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  goInstead("table=abc");
  show(App, {});
  find("nav a").click();
  await vi.waitFor(() => expect(find("[data-dialog=settings]")).toBeTruthy());
  expect(location.hash).toBe("#table=abc");
  find("[data-testid=dialog-done]").click();
  await settled();
  expect(find("[data-dialog=settings]")).toBeNull();
});
