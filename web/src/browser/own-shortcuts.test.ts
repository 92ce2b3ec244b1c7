import { expect, test } from "vitest";

import { KEYS, keymap } from "./shortcuts";
import { asKey, takenBy, withKey } from "./own-shortcuts";

test("a key is one visible character, whatever its case", () => {
  expect(asKey(" X ")).toBe("x");
  expect(asKey("ö")).toBe("ö");
  expect(asKey("ab")).toBe("");
  expect(asKey(" ")).toBe("");
});

test("a key that another action has is taken", () => {
  expect(takenBy({}, "draw", KEYS.pass)).toBe("pass");
  expect(takenBy({}, "draw", KEYS.draw)).toBeNull();
  expect(takenBy({ pass: "x" }, "draw", KEYS.pass)).toBeNull();
  expect(takenBy({ pass: "x" }, "draw", "x")).toBe("pass");
});

test("a changed key works, and changing it back stores nothing", () => {
  const own = withKey({}, "draw", "x");
  expect(keymap(own).draw).toBe("x");
  expect(withKey(own, "draw", KEYS.draw)).toEqual({});
});
