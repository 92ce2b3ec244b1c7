import { expect, test } from "vitest";

import { focused, inTurn, over, placed, under } from "./looking";

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

test("a key goes from what has the focus to every other sign, each kind once", () => {
  const body = put(`
    <i data-about="count"></i><i data-about="count"></i>
    <b data-about="rule" data-says="stack"></b><button data-about="rule" data-says="jump"><i data-about="color"></i></button>`);
  const things = inTurn(focused(body.querySelector("button")), body);
  expect(things.map(({ about, says }) => [about, says])).toEqual([
    ["rule", "jump"],
    ["count", undefined],
    ["rule", "stack"],
  ]);
  expect(inTurn(null, body)[0].about).toBe("count");
});

test("where there are no signs, a key goes from card to card", () => {
  const card = (text: string) => `<span data-face="${text}" data-of="example"></span>`;
  const body = put(`<h1 tabindex="-1"></h1>${card("red-7")}${card("red-7")}${card("wild")}`);
  expect(inTurn(null, body).map(({ card }) => card)).toEqual(["red-7", "wild"]);
  expect(inTurn(under(body.lastElementChild), body).map(({ card }) => card)).toEqual(["wild", "red-7"]);
});

test("what lets clicks through is found by its place", () => {
  const sign = put(`<p data-about="stack" data-above></p>`).querySelector("p")!;
  sign.getBoundingClientRect = () => new DOMRect(10, 10, 50, 20);
  expect(over(20, 20)).toMatchObject({ about: "stack" });
  expect(over(80, 20)).toBeNull();
});

test("a box is above what it explains, below if there is no room, and always on the page", () => {
  const at = (left: number, top: number) => placed({ left, top, right: left + 50, bottom: top + 80 }, box, page);
  expect(at(150, 300)).toEqual({ left: 75, top: 190 });
  expect(at(150, 20)).toEqual({ left: 75, top: 110 });
  expect(at(390, 300).left).toBe(190);
  expect(at(-20, 300).left).toBe(10);
});

test("an explanation covers no message about the same thing, and goes above it", () => {
  const card = Object.create({ left: 150, top: 300, right: 200, bottom: 380 }) as DOMRect; // which has getters
  const at = (left: number, right: number) => placed(card, box, page, { left, right, top: 260, bottom: 290 });
  expect(at(20, 380)).toEqual({ left: 75, top: 150 });
  expect(at(20, 60)).toEqual({ left: 75, top: 190 });
});
