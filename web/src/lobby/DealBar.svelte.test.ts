import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { find, press, show } from "../testing/show";
import DealBar from "./DealBar.svelte";
import { type Gathering, heardOf } from "./gathering.svelte";

test("the button that stops the countdown leaves the focus to what the deal waits for", () => {
  const gathering = $state({ left: 5 as number | null, me: { name: "Ann" }, refused: "", wait: () => (gathering.left = null) });
  show(DealBar, { gathering: gathering as unknown as Gathering, says: "Waiting for Ben.", label: "Deal" });
  find("[data-testid=wait]").focus();
  press("Wait");
  flushSync();
  expect(document.activeElement).toBe(find("[role=status]"));
});

test("a time that ticks away is heard once, and once more near the end", () => {
  const told: number[] = [];
  for (let left = 60, heard = 0; left >= 0; left--) {
    heard = heardOf(left, heard);
    if (told.at(-1) !== heard) told.push(heard);
  }
  expect(told).toEqual([60, 10, 0]);
  const gathering = { left: null, me: { name: "Ann" }, refused: "" } as unknown as Gathering;
  show(DealBar, { gathering, says: "59 seconds", hears: "60 seconds", label: "Deal" });
  expect(find("[role=status] [aria-hidden]").textContent).toBe("59 seconds");
  expect(find("[role=status] :not([aria-hidden])").textContent).toBe("60 seconds");
});
