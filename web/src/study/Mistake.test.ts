import { expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { find, show } from "../testing/show";
import type * as Wire from "../wire";
import Mistake from "./Mistake.svelte";

const DECISION = { number: 5, round: 0, cost: 0.1, error: 0.01, win: 0.2, best_win: 0.3, says: "", args: {}, hard: false };

function tell(more: Partial<Wire.DecisionInfo>): void {
  const decision = { ...DECISION, ...more } as Wire.DecisionInfo;
  show(Mistake, { decision, book, names: String, href: "#", several: false });
}

test("a choice between players has no empty cards", () => {
  tell({ played: "catch 1", best: "catch 2" });
  expect(document.querySelectorAll(".none")).toHaveLength(0);
});

test("beside a card, what has no card keeps its place", () => {
  tell({ played: "play red-7", best: "draw" });
  expect(document.querySelectorAll(".none")).toHaveLength(1);
});

test.each([
  [false, "−10%"],
  [true, "missed 10%"],
])("a chance that was hard to see was missed, not won (%s)", (hard, told) => {
  tell({ played: "play red-7", best: "draw", hard });
  expect(find(".cost").textContent.replaceAll("\u00a0", " ")).toContain(told);
});
