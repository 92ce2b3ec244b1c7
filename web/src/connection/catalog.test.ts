import { expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { Catalog, EditionBook, inColorOrder, type CatalogByField } from "./catalog";

test("every edition shows the colors that it shares with others in the same order, and its own after them", () => {
  const colors = ["blue", "gold", "green", "red", "silver", "yellow"].map((name) => ({ name, symbol: "circle", glyph: "●" }));
  const order = ["red", "yellow", "green", "blue", "gold", "silver"];
  const info = { ...book.info, colors };
  expect(new EditionBook(info).info.colors.map(({ name }) => name)).toEqual(order);
  const fields = Object.entries(info).map(([field, value]) => [field, [value]]);
  const { editions } = new Catalog({ editions: Object.fromEntries(fields) } as CatalogByField);
  expect(editions[0].colors.map(({ name }) => name)).toEqual(order);
  expect(inColorOrder(["play wild blue", "play wild red"], (move) => move.split(" ")[2])[0]).toBe("play wild red");
});
