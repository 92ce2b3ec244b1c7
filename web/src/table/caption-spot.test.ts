import { expect, test } from "vitest";

import { putCaption } from "./caption-spot";

test("a caption leaves room for its ring at the side of a phone", () => {
  const caption = document.createElement("div");
  Object.defineProperties(caption, { offsetWidth: { value: 200 }, offsetHeight: { value: 40 } });
  const cloth = { left: 0, right: 360, top: 0, bottom: 300 };
  putCaption(caption, { x: 0, y: 150 }, cloth);
  expect(parseFloat(caption.style.left) - 100).toBeGreaterThanOrEqual(6);
});
