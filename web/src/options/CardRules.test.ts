import { type Component, flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import CardRules from "./CardRules.svelte";
import RuleCatalog from "./RuleCatalog.svelte";

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

const STEP = { does: "reverses", who: [], takes_n: false, needs_text: false, clauses: [{ who: null, n: null, text: "turn" }] };
const RULES = {
  name: "cards",
  group: "cards",
  title: "Card rules",
  default: [],
  form: { ...FORM, library: [], steps: [STEP] },
};

function catalog() {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const [onchange, onclose] = [vi.fn(() => Promise.resolve("")), vi.fn()];
  const given = {
    edition: { id: "example", groups: [{ name: "cards", says: "Cards" }], colors: [], kinds: [] },
    options: [RULES],
    values: { cards: [] },
  };
  show(RuleCatalog as Component<never>, { ...given, rulebook: () => "", onkept: vi.fn(), onchange, onclose } as never);
  return { onchange, onclose };
}

async function writing() {
  const called = catalog();
  const [, place] = document.querySelectorAll<HTMLSelectElement>("[data-rule=cards] select");
  place!.value = "7";
  place!.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  press("Write");
  await settled();
  return called;
}

async function name(rule: string): Promise<void> {
  const field = find<HTMLInputElement>("[data-testid=rule-editor] input");
  field.value = rule;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
}

test("a rule can be written once its card is picked, as a ready one can be added once it is picked", async () => {
  catalog();
  const [ready, place] = document.querySelectorAll<HTMLSelectElement>("[data-rule=cards] select");
  const looks = (list: HTMLSelectElement): unknown[] => {
    const button = list.nextElementSibling as HTMLElement;
    return [button.getAttribute("aria-disabled"), button.dataset.testid, button.classList.contains("button")];
  };
  expect(looks(ready!)).toEqual(["true", "add-ready", false]);
  expect(looks(place!)).toEqual(["true", undefined, false]);
  press("Write");
  await settled();
  expect(find("[role=alert]")).toBeNull();
  place!.value = "7";
  place!.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(looks(place!)).toEqual(["false", undefined, true]);
});

test("a new rule begins with its steps, and isn't called official meanwhile", async () => {
  await writing();
  expect(document.activeElement?.textContent.trim()).toBe("Add a step");
  expect(find("[data-rule=cards] .head").textContent).not.toContain("official");
  press("Cancel");
  await settled();
  expect(find("[data-rule=cards] .head .soft").textContent.trim()).toBe("official");
});

test("done saves the rule that is being written", async () => {
  const { onchange, onclose } = await writing();
  await name("Lucky");
  press("Add a step");
  press("Done");
  await settled();
  expect(onchange).toHaveBeenCalledWith({ cards: [{ when: "7", name: "Lucky", text: "", steps: [{ does: "reverses" }] }] });
  expect(onclose).toHaveBeenCalledOnce();
});

test("done stays at a rule that isn't complete, and says what it needs", async () => {
  const { onchange, onclose } = await writing();
  await name("Lucky");
  press("Done");
  await settled();
  expect([onchange, onclose].map((each) => each.mock.calls.length)).toEqual([0, 0]);
  expect(document.activeElement?.textContent.trim()).toBe("Add a step");
  expect(find("[data-testid=rule-editor] .bad").textContent).toBe("Add at least one step.");
});

test("done leaves a rule that was only opened", async () => {
  const { onchange, onclose } = await writing();
  press("Done");
  await settled();
  expect([onchange, onclose].map((each) => each.mock.calls.length)).toEqual([0, 1]);
});

test("escape stays at a rule that isn't complete, and closes one that was only opened", async () => {
  const { onchange, onclose } = await writing();
  const type = async (key: string): Promise<void> => {
    const field = find<HTMLInputElement>("[data-testid=rule-editor] input");
    field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await settled();
  };
  await name("Lucky");
  await type("Escape");
  expect(find("[data-testid=rule-editor] .bad").textContent).toBe("Add at least one step.");
  await name("");
  await type("Escape");
  expect(document.querySelector("[data-testid=rule-editor]")).toBeNull();
  expect([onchange, onclose].map((each) => each.mock.calls.length)).toEqual([0, 0]);
});

test("what a search finds is announced once the typing rests", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  catalog();
  const [field, status] = [find<HTMLInputElement>("[data-testid=rule-search]"), find(".tools ~ [role=status]")];
  const heard: string[] = [];
  for (const typed of ["z", "zz", "zzz"]) {
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    vi.advanceTimersByTime(200);
    flushSync();
    heard.push(status.textContent);
  }
  vi.advanceTimersByTime(1000);
  flushSync();
  expect([...heard, status.textContent]).toEqual(["", "", "", expect.stringMatching(/^These rules say nothing/)]);
});
