import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import Outcome from "./Outcome.svelte";

const book = new EditionBook({
  ...example.info,
  shows: [{ name: "missed", holds: "card by seat", says: "{seat} misses with {it}", you: "", sign: "no", label: "No match" }],
});
const onclose = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onclose.mockClear();
  show(Outcome, { book, special: { missed: { 1: "red-7" } }, only: null, onclose }, { addressed: 0, name: String, shown: {} });
});
afterEach(() => void vi.useRealTimers());

test("an outcome folds by itself once there was time to read it", () => {
  vi.advanceTimersByTime(4000);
  expect(onclose).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(onclose).toHaveBeenCalledOnce();
});

test("it folds at once when it is pressed", () => {
  find("button").click();
  expect(onclose).toHaveBeenCalledOnce();
});

test("it waits while it has the focus", () => {
  find("button").focus();
  vi.advanceTimersByTime(20_000);
  expect(onclose).not.toHaveBeenCalled();
  find("button").blur();
  vi.advanceTimersByTime(5500);
  expect(onclose).toHaveBeenCalledOnce();
});

test("a verdict says who voted how, what decided it, and what it costs", () => {
  const told = { what: "verdict", seat: 1, word: "succeeds" };
  const ballots = [
    { seat: 0, word: "yes" },
    { seat: 2, word: "no" },
  ];
  const verdict = { event: told, isGood: true, ballots, draws: 2 };
  const table = { addressed: 0, name: (seat: number) => ["Ann", "Ben", "Cy"][seat], shown: {}, state: {} };
  document.body.replaceChildren();
  show(Outcome, { book, special: {}, only: null, verdict, onclose }, table);
  const votes = [...document.querySelectorAll("[data-testid=verdict-told] li")].map((each) => each.textContent.trim());
  expect(votes.map((vote) => vote.replace(/\s+/g, " "))).toEqual(["You yes", "Cy no"]);
  expect(find("[data-testid=verdict-told]").textContent).toContain("A tie counts as yes. Ben draws 2.");
});
