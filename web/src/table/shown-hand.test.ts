import { expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book } from "../testing/example-edition";
import { t } from "../texts";
import { handShown } from "./shown-hand";

const shown = ["red-7", "blue-draw-two@owl", "red-7"].map((card) => ({ what: "shown", seat: 1, to: 0, card }));
const pending = { card: "wild-draw-four", seat: 1, color_before: "red" };
const seen = (more: object) => handShown(book, shown, 0, String, 0, { ...pending, ...more });

test("a challenged hand comes with the color that the challenge is about", () => {
  expect(seen({})).toMatchObject({ color: "red", matching: [true, false, true], about: "play.color-held" });
});

test("where no color decides the challenge, none is named", () => {
  for (const more of [{ color_before: null }, { sum: 8 }, { seat: 2 }])
    expect(seen(more)).toMatchObject({ color: undefined, matching: [false, false, false] });
});

test("a wild is marked if the hand has no card of the color and the play was a bluff all the same", () => {
  const hand = ["blue-draw-two@owl", "oak-hero@owl"].map((card) => ({ what: "shown", seat: 1, to: 0, card }));
  const judged = (word: string) => [...hand, { what: "judged", seat: 1, word }];
  const found = (word: string) => handShown(book, judged(word), 0, String, 0, pending);
  expect(found("guilty")).toMatchObject({ matching: [false, true], about: "play.color-wild" });
  expect(found("innocent")).toMatchObject({ matching: [false, false], about: "play.color-lacking" });
  const said = (n: number) => t(found("guilty")!.about, { color: "red", n });
  expect([said(1), said(2)]).toEqual([expect.stringMatching(/It's marked/), expect.stringMatching(/They're marked/)]);
});

test("cards that are drawn then aren't named, or they would be taken for the hand", () => {
  const drew = ["red-7", "red-7"].map((card) => ({ what: "drew", seat: 0, card }));
  const found = handShown(book, [...shown, { what: "judged", seat: 1, word: "innocent" }, ...drew], 0, String, 0, pending);
  expect(found?.verdict).toContain("2 cards.");
  expect(found?.verdict).not.toMatch(/red 7/);
});

test("an honest hand has no other wild, either, where that would count", () => {
  const rules = [{ id: "wd4-wilds-match" }] as typeof book.info.rulebook;
  const events = [{ what: "shown", seat: 1, to: 0, card: "blue-draw-two@owl" }];
  const found = handShown(new EditionBook({ ...book.info, rulebook: rules }), events, 0, String, 0, pending);
  expect(found).toMatchObject({ about: "play.color-lacking-wilds" });
});
