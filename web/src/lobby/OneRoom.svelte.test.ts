import { createRawSnippet } from "svelte";
import { expect, test } from "vitest";

import type { Table } from "../table/table.svelte";
import { press, settled, show } from "../testing/show";
import type * as Wire from "../wire";
import OneRoom from "./OneRoom.svelte";

test("the button that was pressed leaves the focus to the one in its place", async () => {
  const state: Wire.State = $state({ settings: {} });
  const act = async (command: Wire.Command): Promise<boolean> => {
    if (command.do === "change") Object.assign(state.settings!, command.settings);
    return true;
  };
  const children = createRawSnippet(() => ({ render: () => "<span></span>" }));
  show(OneRoom, { code: "code", act, children }, { isHost: true, state } as unknown as Table);
  for (const [pressed, next] of [
    ["We are in one room", "We aren't in one room"],
    ["We aren't in one room", "We are in one room"],
  ]) {
    press(pressed);
    await settled();
    expect(document.activeElement?.textContent).toBe(next);
  }
});
