import { expect, test } from "vitest";

import { focused, placed, under } from "./looking";

const page = { width: 400, height: 600 };
const box = { width: 200, height: 100 };

function put(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body;
}

test("the pointer finds the card around it, and the keyboard the card inside what has the focus", () => {
  const body = put(`<button><span data-face="red-7" data-of="example"><i></i></span></button>`);
  const card = { card: "red-7", edition: "example" };
  expect(under(body.querySelector("i"))).toMatchObject(card);
  expect(focused(body.querySelector("button"))).toMatchObject(card);
});

test("anything can name the text that explains it", () => {
  const body = put(`<p data-about="pile"><b></b></p><p></p>`);
  expect(under(body.querySelector("b"))).toMatchObject({ about: "pile" });
  expect(under(body.lastElementChild)).toBeNull();
  expect(focused(body)).toBeNull();
});

test("a box is above what it explains, below if there is no room, and always on the page", () => {
  const at = (left: number, top: number) => placed({ left, top, right: left + 50, bottom: top + 80 }, box, page);
  expect(at(150, 300)).toEqual({ left: 75, top: 190 });
  expect(at(150, 20)).toEqual({ left: 75, top: 110 });
  expect(at(390, 300).left).toBe(190);
  expect(at(-20, 300).left).toBe(10);
});
