import { describe, expect, test } from "vitest";

import given from "./fixtures/fair.json";
import { commitmentOf, type Evidence, seedOf, shuffled, verify } from "./verify";

const copy = (): Evidence => structuredClone(given) as Evidence;
const failing = (evidence: Evidence): string[] =>
  verify(evidence)
    .filter(({ holds }) => !holds)
    .map(({ step }) => step);

describe("a fair deal", () => {
  test("holds in every step", () => {
    expect(failing(copy())).toEqual([]);
  });

  test("is checked round by round, and card by card as the seat saw them", () => {
    const found = verify(copy());
    expect(found.filter(({ step }) => step === "shuffles").map(({ args }) => args.round)).toEqual([1, 2]);
    expect(found.find(({ step }) => step === "drawn")?.args.n).toBe(
      given.events.filter((event) => "card" in event && event.what !== "returned").length,
    );
  });

  test("keeps the promise: the commitment is the hash of the secret", () => {
    expect(commitmentOf(given.fair.secret)).toBe(given.fair.commitment);
    expect(seedOf(given.fair)).toBe(given.seed);
  });

  test("holds against what the browser noted before", () => {
    const noted = { commitment: given.fair.commitment, contribution: given.fair.contributions[0], seat: 0 };
    expect(failing({ ...copy(), noted })).toEqual([]);
  });
});

describe("what was tampered with shows", () => {
  const swap = (cards: string[]): void => {
    const other = cards.findIndex((card) => card !== cards[0]);
    [cards[0], cards[other]] = [cards[other] as string, cards[0] as string];
  };

  test("another secret", () => {
    const evidence = copy();
    evidence.fair.secret = evidence.fair.secret.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(failing(evidence)).toContain("promise");
    expect(failing(evidence)).toContain("seed");
    expect(failing(evidence)).toContain("shuffles");
  });

  test("another contribution", () => {
    const evidence = copy();
    evidence.fair.contributions[1] = "00";
    expect(failing(evidence)).toContain("seed");
  });

  test("a commitment that was not the one noted", () => {
    expect(failing({ ...copy(), noted: { commitment: "00".repeat(32) } })).toEqual(["noted"]);
  });

  test("our own contribution left out", () => {
    expect(failing({ ...copy(), noted: { contribution: "abcd", seat: 0 } })).toEqual(["added"]);
  });

  test("two cards of a shuffled pile", () => {
    const evidence = copy();
    swap(evidence.shuffles[2]?.after ?? []);
    expect(failing(evidence)).toContain("shuffles");
  });

  test("a card twice in the deck", () => {
    const evidence = copy();
    const deck = evidence.shuffles[0]?.before ?? [];
    deck[0] = deck[50] as string;
    expect(failing(evidence)).toContain("deck");
  });

  test("a shuffle left out", () => {
    const evidence = copy();
    evidence.shuffles.splice(1, 1);
    expect(failing(evidence)).not.toEqual([]);
  });

  test("a card dealt that was not the next one", () => {
    const evidence = copy();
    const dealt = evidence.events.filter((event) => event.what === "dealt" && event.card);
    const other = dealt.find((event) => event.card !== dealt[0]?.card);
    if (dealt[0]) dealt[0].card = other?.card;
    expect(failing(evidence)).toEqual(["drawn"]);
  });

  test("no shuffle at all", () => {
    expect(failing({ ...copy(), shuffles: [] })).toEqual(["missing"]);
  });

  test("no proof at all", () => {
    expect(failing({ ...copy(), fair: undefined as unknown as Evidence["fair"] })).toEqual(["missing"]);
  });
});

test("a shuffle of the top alone leaves the rest where random cards went", () => {
  const before = ["a", "b", "c", "d", "e"];
  const after = shuffled(given.seed, { round: 0, number: 1, top: 2, before });
  expect([...after].sort()).toEqual(before);
});
