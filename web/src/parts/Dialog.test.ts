import { createRawSnippet, flushSync } from "svelte";
import { expect, test } from "vitest";

import { announce } from "../browser/announce.svelte";
import { find, show } from "../testing/show";
import Dialog from "./Dialog.svelte";

test("a dialog repeats what is announced while it is open", () => {
  announce("Ann plays red 7.", "assertive");
  const children = createRawSnippet(() => ({ render: () => "<p>Pick a color</p>" }));
  show(Dialog, { id: "color", title: "Color", onclose: () => undefined, children });
  announce("Ten seconds left.", "assertive");
  flushSync();
  expect(find("dialog [role=log]").textContent).toBe("Ten seconds left.");
});
