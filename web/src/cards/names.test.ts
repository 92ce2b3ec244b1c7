import { expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { speak } from "../texts";
import { aCard, cardLabel, cardName } from "./names";

test("a card is named by color and face", () => {
  expect(cardName(book, "red-7")).toBe("red 7");
  expect(cardName(book, "wild-draw-four")).toBe("wild draw four");
  expect(cardName(book, "red-dare-3")).toBe("red dare 3");
});

test("an emblem is part of a card's name", () => {
  expect(cardName(book, "blue-draw-two@owl")).toBe("blue Owl draw two");
});

test("a card in a sentence has an article", () => {
  expect(aCard(book, "red-7")).toBe("a red 7");
  expect(aCard(book, "wild-draw-four")).toBe("a wild draw four");
  expect(aCard(book, "oak-hero@owl")).toBe("the Owl oak hero");
});

test("a card's button also tells the shape of its color", () => {
  expect(cardLabel(book, "red-7")).toBe("red 7, circle");
  expect(cardLabel(book, "wild-draw-four")).toBe("wild draw four");
});

test("a language decides where the color goes", async () => {
  await speak("es");
  expect(aCard(book, "red-7")).toBe("un 7 rojo");
  expect(cardLabel(book, "red-7")).toBe("7 rojo, círculo");
  await speak("en");
});
