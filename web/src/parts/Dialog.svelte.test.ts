import { createRawSnippet, flushSync } from "svelte";
import { expect, test, vi } from "vitest";

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

test("on a touch screen, a dialog doesn't begin in its search field", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("(pointer: coarse)") }));
  const children = createRawSnippet(() => ({ render: () => "<p><input type='search'><button>All</button></p>" }));
  show(Dialog, { id: "rules", title: "Rules", onclose: () => undefined, children });
  expect(document.activeElement?.textContent).toBe("All");
  vi.unstubAllGlobals();
});

test("a question begins where words are typed, whatever comes before it", () => {
  const answers = "<p><button data-testid='move'>I don't know one</button><input data-testid='said' /></p>";
  const children = createRawSnippet(() => ({ render: () => answers }));
  show(Dialog, { id: "line", title: "Say a line", onclose: () => undefined, children });
  expect(document.activeElement?.tagName).toBe("INPUT");
});

test("an open dialog keeps the focus where the player is, whatever it would begin with now", () => {
  const answers = "<p><button data-testid='move' data-move='yes'>Yes</button><button data-testid='move'>No</button></p>";
  const children = createRawSnippet(() => ({ render: () => answers }));
  const props = $state({ id: "vote", title: "Done?", first: ["yes"], onclose: () => undefined, children });
  show(Dialog, props);
  find("button:not([data-move])").focus();
  props.first = ["yes", "no"];
  flushSync();
  expect(document.activeElement?.textContent).toBe("No");
});

test("a dialog can begin on its title, so that no answer looks chosen", () => {
  const answers = "<p><button data-testid='move' data-move='yes'>Yes</button></p>";
  const children = createRawSnippet(() => ({ render: () => answers }));
  show(Dialog, { id: "vote", title: "Done?", first: ["yes"], unchosen: true, onclose: () => undefined, children });
  expect(document.activeElement?.textContent).toBe("Done?");
});
