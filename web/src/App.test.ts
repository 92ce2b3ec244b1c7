import { flushSync } from "svelte";
import { expect, test } from "vitest";

import App from "./App.svelte";
import { goInstead } from "./browser/route.svelte";
import { show } from "./testing/show";

test("the title says where you are", () => {
  goInstead("settings");
  show(App, {});
  expect(document.title).toBe("Settings · lastcard");
  goInstead("table=abc");
  flushSync();
  expect(document.title).toBe("lastcard");
});
