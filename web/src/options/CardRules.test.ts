import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import CardRules from "./CardRules.svelte";

const RULE = { when: "7", name: "Trade", text: "", steps: [] };
const FORM = {
  type: "card-rules",
  places: [{ value: "7", says: "7" }],
  library: [RULE],
  most_rows: 4,
  ...{ steps: [], who: [], most: 4, most_steps: 4, longest_name: 24, longest_text: 200 },
};

test("choosing a ready rule does nothing until it is added", async () => {
  const onchange = vi.fn(() => Promise.resolve(""));
  show(CardRules as Component<never>, { form: FORM, value: [], onchange } as never);
  const list = find<HTMLSelectElement>("[data-testid=ready-rule]");
  list.options[1]!.selected = true;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(onchange).not.toHaveBeenCalled();
  press("Add");
  await settled();
  expect(onchange).toHaveBeenCalledWith([RULE]);
  press("Add");
  expect(onchange).toHaveBeenCalledOnce();
});
