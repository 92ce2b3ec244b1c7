import { expect, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import Home from "./Home.svelte";

test("the first page tries again when it is asked to, or when the network is back", async () => {
  const fetch = vi.fn(() => Promise.reject(new Error("offline")));
  vi.stubGlobal("fetch", fetch);
  show(Home, {});
  await settled();
  expect(find("[role=alert]").textContent).toContain("Can't reach the server.");
  press("Try again");
  await settled();
  dispatchEvent(new Event("online"));
  await settled();
  expect(fetch).toHaveBeenCalledTimes(3);
});
