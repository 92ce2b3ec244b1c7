import { describe, expect, test } from "vitest";

import given from "../testing/fixtures/house.json";
import { action, fitted, type HouseRule, quoted, type RulesForm, sentence, troubleWith } from "./house-rules";

const form = given.form as RulesForm;
const rule = (part: Partial<HouseRule>): HouseRule => ({ name: "Signal", text: "", steps: [{ does: "reverses" }], ...part });

test.each(given.rules)("a rule is said as the rules themselves say it: $sentence", (written) => {
  expect(sentence(written as Pick<HouseRule, "steps">, form)).toBe(written.sentence);
});

test("what is written on a card is set off from its steps", () => {
  expect(quoted(rule({ text: "Sing." }))).toBe("“Sing.”");
  expect(quoted(rule({}))).toBe("");
});

test("no steps are no sentence", () => {
  expect(sentence({ steps: [] }, form)).toBe("");
});

test("the list of steps says what each does, and neither whom it is about nor how many", () => {
  const actions = form.steps.map((step) => action(step, form));
  expect(actions).toContain("Draw cards");
  expect(new Set(actions).size).toBe(form.steps.length);
  expect(actions.filter((words) => /house\.|\{|\d/.test(words))).toEqual([]);
});

test("whoever doesn't play the card reads about its player", () => {
  const steps = [{ does: "draws", who: "me", n: 1 }, { does: "plays again" }, { does: "reverses" }];
  expect(sentence({ steps }, form, "Bo")).toBe("Bo draws 1; then Bo plays again; then play reverses.");
});

describe("a step keeps only what its word takes", () => {
  test("no player and no number if it is about the table", () => {
    expect(fitted({ does: "reverses", who: "next", n: 3 }, form)).toEqual({ does: "reverses" });
  });

  test("a player that the word can be about", () => {
    expect(fitted({ does: "swaps hands", who: "me" }, form).who).toBe("next");
  });

  test("a number within reach", () => {
    expect(fitted({ does: "draws", who: "me", n: 50 }, form)).toEqual({ does: "draws", who: "me", n: form.most });
    expect(fitted({ does: "draws", who: "me" }, form).n).toBe(1);
  });
});

describe("what keeps a rule from being played", () => {
  test("nothing, if it is complete", () => {
    expect(troubleWith(rule({}), form)).toBeNull();
  });

  test("no name", () => {
    expect(troubleWith(rule({ name: "  " }), form)?.field).toBe("name");
  });

  test("no step", () => {
    expect(troubleWith(rule({ steps: [] }), form)?.field).toBe("steps");
  });

  test("a step that needs a text, without one", () => {
    const steps = [{ does: "performs", who: "next", n: 2 }];
    expect(troubleWith(rule({ steps }), form)?.field).toBe("text");
    expect(troubleWith(rule({ steps, text: "Sing." }), form)).toBeNull();
  });
});

test("whoever performs what a rule's text says is addressed, and other steps stay as they are", () => {
  const steps = [
    { does: "draws", who: "chosen", n: 1 },
    { does: "performs", who: "chosen", n: 2 },
  ];
  expect(sentence({ steps }, form, "Ben", true)).toBe(
    "The chosen player draws 1; then you do what the text says, judged by the table, or draw 2.",
  );
  expect(sentence({ steps }, form, "Ben")).toContain("the chosen player does what the text says");
});
