import { describe, expect, test } from "vitest";

import given from "../testing/fixtures/fair.json";
import schemes from "../testing/fixtures/schemes.json";
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

  test.each(schemes)(
    "has commitment and seed by its scheme: $fair.scheme $fair.table $fair.contributions",
    ({ fair, seed }) => {
      expect(commitmentOf(fair)).toBe(fair.commitment);
      expect(seedOf(fair)).toBe(seed);
    },
  );

  test("holds against what the browser noted before", () => {
    const noted = { promises: { 2: given.fair.commitment }, contribution: given.fair.contributions[0], seat: 0 };
    expect(failing({ ...copy(), noted })).toEqual([]);
  });

  test("holds against two promises of one secret, noted before and after the server was upgraded", () => {
    const promises = { 1: commitmentOf({ ...given.fair, scheme: 1 }), 2: given.fair.commitment };
    expect(failing({ ...copy(), noted: { promises } })).toEqual([]);
  });

  test("holds against a promise noted before the server was upgraded, by a browser that was away since", () => {
    const promises = { 1: commitmentOf({ ...given.fair, scheme: 1 }) };
    expect(failing({ ...copy(), noted: { promises } })).toEqual([]);
  });

  test("of scheme 1 is said to be of it", () => {
    const { scheme: _scheme, table: _table, ...fair } = given.fair;
    const old = { ...copy(), fair: { ...fair, commitment: commitmentOf(fair) }, seed: seedOf(fair) };
    const found = verify({ ...old, noted: { promises: { 1: commitmentOf(fair) } } });
    expect(found.slice(0, 4)).toMatchObject(["promise", "noted", "seed", "scheme"].map((step) => ({ step, holds: true })));
    expect(verify(copy()).map(({ step }) => step)).not.toContain("scheme");
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
    expect(failing({ ...copy(), noted: { promises: { 2: "00".repeat(32) } } })).toEqual(["noted"]);
  });

  test("a secret that another promise, by the older scheme, was not made of", () => {
    const promises = { 1: "00".repeat(32), 2: given.fair.commitment };
    expect(failing({ ...copy(), noted: { promises } })).toEqual(["noted"]);
  });

  test("a deal by an older scheme than was promised", () => {
    const { scheme: _scheme, ...fair } = given.fair;
    const old = { ...copy(), fair: { ...fair, commitment: commitmentOf(fair) }, seed: seedOf(fair) };
    expect(failing({ ...old, noted: { promises: { 2: given.fair.commitment } } })).toContain("noted");
  });

  test("another scheme, or another table", () => {
    expect(failing({ ...copy(), fair: { ...given.fair, scheme: 1 } })).toContain("promise");
    expect(failing({ ...copy(), fair: { ...given.fair, table: "another" } })).toContain("promise");
  });

  test("a scheme that is not there, or a secret of another length", () => {
    expect(failing({ ...copy(), fair: { ...given.fair, scheme: 3 } })).toEqual(["missing"]);
    expect(failing({ ...copy(), fair: { ...given.fair, secret: `${given.fair.secret}00` } })).toEqual(["missing"]);
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
