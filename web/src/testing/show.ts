// Shows components on the page, for tests.
import { type Component, flushSync, mount, unmount } from "svelte";
import { onTestFinished } from "vitest";

import { provideTable, type Table } from "../table/table.svelte";

/** The first element on the page that matches a selector. */
export const find = <E extends HTMLElement>(css: string): E => document.querySelector<E>(css)!;

/** Shows a component on the page, at a table, until the test is over. */
export function show<Props extends Record<string, unknown>>(
  part: Component<Props>,
  props: Props,
  table: Partial<Table> = {},
): void {
  const atTable = ((...given: Parameters<typeof part>) => {
    provideTable(() => table as Table);
    return part(...given);
  }) as typeof part;
  const shown = mount(atTable, { target: document.body, props, context: new Map() });
  onTestFinished(() => unmount(shown));
  flushSync();
}

/** Presses the button with this label. */
export function press(text: string): void {
  [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === text)!.click();
  flushSync();
}

/** Resolves when everything under way is done and shown. */
export async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}
