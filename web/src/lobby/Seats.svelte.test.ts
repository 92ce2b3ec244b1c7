import { expect, test } from "vitest";

import type { Table } from "../table/table.svelte";
import { find, press, settled, show } from "../testing/show";
import type * as Wire from "../wire";
import Seats from "./Seats.svelte";

test("after the free seats are filled, the focus is on the start", async () => {
  const seats: (Wire.SeatInfo | null)[] = $state([{ name: "Ann", ready: true }, null, null]);
  const act = async (command: Wire.Command): Promise<boolean> => {
    if (command.do === "bot") seats[command.seat!] = { name: "Bo", bot: "normal", ready: true };
    return true;
  };
  const catalog = { info: { levels: ["easy", "normal", "hard"] } };
  document.body.innerHTML = '<button data-testid="start"></button>';
  const quiet = { chat: [], onEvents: () => () => undefined };
  show(Seats, { act }, { you: 0, isHost: true, state: { seats, host: 0 }, catalog, ...quiet } as unknown as Table);
  press("Fill with bots");
  await settled();
  await settled();
  expect(document.activeElement).toBe(find("[data-testid=start]"));
});
