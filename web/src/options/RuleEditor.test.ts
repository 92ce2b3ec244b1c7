import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import RuleEditor from "./RuleEditor.svelte";

test("a rule that can't be deleted says why", async () => {
  const form = { type: "rules", places: [], steps: [], who: [], most: 4, most_steps: 4, longest_name: 24, longest_text: 200 };
  const rule = { name: "Signal", text: "", steps: [] };
  const onsave = vi.fn(() => Promise.reject(new Error("only the host may")));
  show(RuleEditor as Component<never>, { place: "", rule, form, onsave, oncancel: () => undefined } as never);
  press("Delete this rule");
  await settled();
  expect(onsave).toHaveBeenCalledWith(null);
  expect(find("[role=alert]").textContent).toBe("only the host may");
});
