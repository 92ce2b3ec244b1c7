import { expect, test } from "vitest";

import { find, press, settled, show } from "../testing/show";
import TableMenu from "./TableMenu.svelte";

test("who is asked whether to leave finds the safe answer filled", () => {
  show(TableMenu, { onclose: () => undefined, leaving: true }, { you: 0, id: "t1", state: {} });
  expect(find("dialog .content .button").textContent).toBe("Keep playing");
  expect(find("[data-testid=leave]").className).toBe("button-quiet");
});

test("a player who can't leave learns why", async () => {
  show(
    TableMenu,
    { onclose: () => undefined },
    { you: 0, id: "t1", state: {}, send: () => Promise.reject(new Error("not now")) },
  );
  press("Leave the table");
  press("Leave");
  await settled();
  expect(find("[role=alert]").textContent).toBe("not now");
});
