import { type Component, createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import App from "./App.svelte";
import { announce } from "./announce.svelte";
import type { Option } from "./options";
import Dialog from "./parts/Dialog.svelte";
import Lazy from "./parts/Lazy.svelte";
import OptionForm from "./parts/OptionForm.svelte";
import RuleEditor from "./parts/RuleEditor.svelte";
import Say from "./parts/Say.svelte";
import TableMenu from "./parts/TableMenu.svelte";
import { goInstead } from "./route.svelte";
import Home from "./screens/Home.svelte";
import { provideTable, type Table } from "./table.svelte";

let shown: object | undefined;
const find = <E extends HTMLElement>(css: string): E => document.querySelector<E>(css)!;

/** Shows a component on the page, at a table. */
function show<Props extends Record<string, unknown>>(part: Component<Props>, props: Props, table: Partial<Table> = {}): void {
  const atTable = ((...given: Parameters<typeof part>) => {
    provideTable(() => table as Table);
    return part(...given);
  }) as typeof part;
  shown = mount(atTable, { target: document.body, props, context: new Map() });
  flushSync();
}

function press(text: string): void {
  [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === text)!.click();
  flushSync();
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

afterEach(() => (shown ? unmount(shown) : undefined));

test("a dialog tells what is announced while it is open", () => {
  announce("Ann plays red 7.", "assertive");
  const children = createRawSnippet(() => ({ render: () => "<p>Which color?</p>" }));
  show(Dialog, { id: "color", title: "Color", onclose: () => undefined, children });
  announce("Ten seconds left.", "assertive");
  flushSync();
  expect(find("dialog [role=log]").textContent).toBe("Ten seconds left.");
});

test("an option whose change is refused shows what holds", async () => {
  const option = { name: "bluff", about: "Bluff", form: { type: "flag" } } as unknown as Option;
  show(OptionForm, { option, value: true, names: [], describedby: "", onchange: () => Promise.resolve("only the host may") });
  const box = find<HTMLInputElement>("input");
  expect(box.checked).toBe(true);
  box.click();
  expect(box.checked).toBe(false);
  await settled();
  expect(box.checked).toBe(true);
  expect(find("[role=alert]").textContent).toBe("only the host may");
});

test("a rule that may not be erased says why", async () => {
  const form = { type: "rules", places: [], steps: [], who: [], most: 4, most_steps: 4, longest_name: 24, longest_text: 200 };
  const rule = { name: "Signal", text: "", steps: [] };
  const onsave = vi.fn(() => Promise.reject(new Error("only the host may")));
  show(RuleEditor as Component<never>, { place: "", rule, form, onsave, oncancel: () => undefined } as never);
  press("Erase the rule");
  await settled();
  expect(onsave).toHaveBeenCalledWith(null);
  expect(find("[role=alert]").textContent).toBe("only the host may");
});

test("a line that is refused comes back, unless another is written already", async () => {
  const send = vi.fn(() => Promise.reject(new Error("slower")));
  show(Say, {}, { send });
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

test("who cannot leave is told why", async () => {
  show(TableMenu, { onclose: () => undefined }, { you: 0, id: "t1", state: {}, send: () => Promise.reject(new Error("not now")) });
  press("Leave the table");
  press("Leave");
  await settled();
  expect(find("[role=alert]").textContent).toBe("not now");
});

test("the first page tries again when it is asked to, or when the network is back", async () => {
  const fetch = vi.fn(() => Promise.reject(new Error("offline")));
  vi.stubGlobal("fetch", fetch);
  show(Home, {});
  await settled();
  expect(find("[role=alert]").textContent).toContain("The server cannot be reached.");
  press("Try again");
  await settled();
  dispatchEvent(new Event("online"));
  await settled();
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("a screen that cannot be loaded offers to load the page again", async () => {
  show(Lazy, { load: () => Promise.reject(new Error("offline")) });
  await settled();
  expect(find("[role=alert] button").textContent).toBe("Load the page again");
});

test("the title says where one is", () => {
  goInstead("settings");
  show(App, {});
  expect(document.title).toBe("Settings · lastcard");
  goInstead("table=abc");
  flushSync();
  expect(document.title).toBe("lastcard");
});
