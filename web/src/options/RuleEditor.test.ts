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

test("a new rule can begin with a ready-made one, and the sentence follows", async () => {
  const draws = { does: "draws", who: ["next"], takes_n: true, needs_text: false };
  const steps = [{ ...draws, clauses: [{ who: "next", n: null, text: "the next player draws {n}" }] }];
  const form = { type: "rules", places: [], steps, who: [], most: 4, most_steps: 4, longest_name: 24, longest_text: 200 };
  const ready = [{ name: "Drizzle", text: "", steps: [{ does: "draws", who: "next", n: 2 }] }];
  const onsave = vi.fn(() => Promise.resolve());
  const given = { place: "", rule: null, form: { ...form, then: ", then " }, ready, onsave, oncancel: () => undefined };
  show(RuleEditor as Component<never>, given as never);
  const list = find<HTMLSelectElement>("[data-testid=ready-rules]");
  list.value = "Drizzle";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(find("[data-testid=rule-sentence]").textContent).toBe("The next player draws 2.");
  expect(find("option[value=draws]").textContent).toBe("Draw cards");
  press("Save this rule");
  await settled();
  expect(onsave).toHaveBeenCalledWith(ready[0]);
  expect(ready[0]!.steps).toHaveLength(1);
});
