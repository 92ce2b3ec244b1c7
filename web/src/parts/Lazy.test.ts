import { expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
import Lazy from "./Lazy.svelte";

test("a screen that cannot be loaded offers to load the page again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  show(Lazy, { load: () => Promise.reject(new Error("offline")) });
  await settled();
  expect(find("[role=alert] button").textContent).toBe("Reload the page");
  expect(reload).not.toHaveBeenCalled();
});
