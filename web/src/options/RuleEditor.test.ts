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

const DRIZZLE = { name: "Drizzle", text: "", steps: [{ does: "draws", who: "next", n: 2 }] };

/** Shows the editor for a new rule, with one ready-made rule to begin with. */
function showNew(onsave = vi.fn(() => Promise.resolve())): void {
  const draws = { does: "draws", who: ["next"], takes_n: true, needs_text: false, title: "Draw cards" };
  const steps = [{ ...draws, clauses: [{ who: "next", n: null, text: "the next player draws {n}" }] }];
  const form = { type: "rules", places: [], steps, who: [], most: 4, most_steps: 4, longest_name: 24, longest_text: 200 };
  const given = { place: "", rule: null, form: { ...form, then: ", then " }, ready: [DRIZZLE], onsave };
  show(RuleEditor as Component<never>, { ...given, oncancel: () => undefined } as never);
}

test("a new rule begins with the list of ready-made rules", async () => {
  showNew();
  await settled();
  expect(document.activeElement).toBe(find("[data-testid=ready-rules]"));
});

test("what a rule still needs is marked as an error", async () => {
  showNew();
  press("Add a step");
  press("Save this rule");
  await settled();
  expect(find("[data-testid=rule-editor] .bad").textContent).toBe("Give the rule a name.");
  expect(find("[data-testid=rule-editor] .bad svg path").getAttribute("d")).toBeTruthy();
});

test("every new step gets the focus", async () => {
  showNew();
  for (const n of [1, 2, 3]) {
    press("Add a step");
    await settled();
    expect(document.activeElement).toBe(find(`li:nth-child(${n}) select`));
  }
});

test("the list of ready-made rules keeps the focus", async () => {
  showNew();
  await settled();
  const list = find<HTMLSelectElement>("[data-testid=ready-rules]");
  list.focus();
  list.value = "Drizzle";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  await settled(); // a change of the focus would come last
  expect(document.activeElement).toBe(list);
});

test("a new rule can begin with a ready-made one, and the sentence follows", async () => {
  const onsave = vi.fn(() => Promise.resolve());
  showNew(onsave);
  const list = find<HTMLSelectElement>("[data-testid=ready-rules]");
  list.value = "Drizzle";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(find("[data-testid=rule-sentence]").textContent).toBe("The next player draws 2.");
  expect(find("option[value=draws]").textContent).toBe("Draw cards");
  press("Save this rule");
  await settled();
  expect(onsave).toHaveBeenCalledWith(DRIZZLE);
  expect(DRIZZLE.steps).toHaveLength(1);
});

test.each([
  [true, "Text on the card"],
  [false, "Text on the card (optional)"],
])("a text that a step needs isn't optional (%s)", (needs_text, label) => {
  const steps = [
    {
      does: "sings",
      who: ["next"],
      takes_n: true,
      needs_text,
      title: "Sing",
      clauses: [{ who: "next", n: null, text: "sings" }],
    },
  ];
  const form = {
    type: "rules",
    places: [],
    steps,
    who: [],
    most: 4,
    most_steps: 4,
    longest_name: 24,
    longest_text: 200,
    then: "",
  };
  const rule = { name: "Song", text: "", steps: [{ does: "sings", who: "next", n: 2 }] };
  show(RuleEditor as Component<never>, { place: "", rule, form, onsave: vi.fn(), oncancel: vi.fn() } as never);
  expect(find("label[for$=-text]").textContent).toBe(label);
});
