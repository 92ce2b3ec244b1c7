import { expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
import Lazy from "./Lazy.svelte";

test("a part that is missing reloads the page once, and then offers to reload it", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  show(Lazy, { load: () => Promise.reject(new Error("gone")) });
  await settled();
  expect(reload).toHaveBeenCalledOnce();
  show(Lazy, { load: () => Promise.reject(new Error("gone")) });
  await settled();
  expect(reload).toHaveBeenCalledOnce();
  expect(find("[role=alert] button").textContent).toBe("Reload the page");
});
