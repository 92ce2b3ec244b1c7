import { expect, test } from "vitest";

import type { Table } from "../table/table.svelte";
import { find, press, settled, show } from "../testing/show";
import type * as Wire from "../wire";
import Seats from "./Seats.svelte";

/** Shows a table of three where the host is alone. */
function open(): void {
  const seats: (Wire.SeatInfo | null)[] = $state([{ name: "Ann", ready: true }, null, null]);
  const act = async (command: Wire.Command): Promise<boolean> => {
    if (command.do === "bot") seats[command.seat!] = { name: "Bo", bot: "normal", ready: true };
    return true;
  };
  const catalog = { info: { levels: ["easy", "normal", "hard"] } };
  const quiet = { chat: [], onEvents: () => () => undefined };
  show(Seats, { act }, { you: 0, isHost: true, state: { seats, host: 0 }, catalog, ...quiet } as unknown as Table);
}

test("a bot is added without opening its tools, which Escape or going on closes again", async () => {
  open();
  const seat = (): HTMLElement => find("[data-testid=seat-1] .seat");
  const tools = (): Element | null => document.querySelector("select");
  seat().click();
  await settled();
  expect([document.activeElement, tools()]).toEqual([seat(), null]);
  seat().click();
  await settled();
  find("select").focus();
  find("select").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  await settled();
  expect([document.activeElement, tools()]).toEqual([seat(), null]);
  seat().click();
  await settled();
  find("[data-testid=seat-2] .seat").focus();
  document.activeElement!.dispatchEvent(new KeyboardEvent("keyup", { key: "Tab", bubbles: true }));
  await settled();
  expect(tools()).toBeNull();
});

test("after the free seats are filled, the focus is on the start", async () => {
  document.body.innerHTML = '<button data-testid="start"></button>';
  open();
  press("Fill with bots");
  await settled();
  await settled();
  expect(document.activeElement).toBe(find("[data-testid=start]"));
});
