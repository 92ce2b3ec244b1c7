import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
import OptionList from "./OptionList.svelte";

const FORM = { type: "dares", places: 2, longest_text: 200 };
const LISTS = ["mild", "wild"].map((name) => ({ name, about: name, form: FORM, default: [null, null], between_rounds: true }));

async function open(name: string): Promise<void> {
  find(`[data-opens=${name}]`).click();
  await settled();
}

const field = (): HTMLInputElement => find("[data-testid=dare-editor] input");

async function write(text: string): Promise<void> {
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
}

test.each([["", true] as const, ["No.", false] as const])(
  "opening another list keeps what is being written: %j",
  async (trouble, isSaved) => {
    const onchange = vi.fn(() => Promise.resolve(trouble));
    const values = { mild: [null, null], wild: [null, null] };
    show(
      OptionList as Component<never>,
      { options: LISTS, values, names: [], editable: true, rulebook: () => "", onchange } as never,
    );
    await open("mild");
    await open("wild"); // nothing was changed
    expect(onchange).not.toHaveBeenCalled();
    await write("Sing.");
    await open("mild");
    expect(onchange).toHaveBeenCalledExactlyOnceWith("wild", [{ text: "Sing.", lasting: false }, null]);
    const here = find("[data-testid=dare-editor]").closest("[data-option]")!.getAttribute("data-option");
    expect(here).toBe(isSaved ? "mild" : "wild"); // it stays where something is wrong
    await settled();
    expect(document.activeElement).toBe(isSaved ? field() : find("[data-testid=dare-editor] [type=submit]"));
    if (!isSaved) expect(find("[role=alert]").textContent).toBe(trouble);
  },
);

test("rules on cards are told to those who can't change them, too", () => {
  const step = { does: "swaps", who: [], takes_n: false, clauses: [{ who: null, n: null, text: "you swap hands" }] };
  const form = {
    type: "card-rules",
    places: [{ value: "7", says: "7" }],
    steps: [step],
    then: "; then ",
    most: 9,
    library: [],
  };
  const rules = { name: "card_rules", about: "rules on cards", form, default: [], between_rounds: true };
  const values = { card_rules: [{ when: "7", name: "Swap", text: "Sing.", steps: [{ does: "swaps" }] }] };
  show(OptionList as Component<never>, { options: [rules], values, names: [], rulebook: () => "" } as never);
  expect(find("[data-option=card_rules]").textContent).toContain("7: Swap. You swap hands. “Sing.”");
});
