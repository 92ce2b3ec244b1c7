import { expect, test } from "vitest";

import { nameAt } from "./name-at";

test("a name that is taken at a table gets the first free number", () => {
  expect(nameAt(["Ann"], "Ben")).toBe("Ben");
  expect(nameAt(["Ann"], "ann")).toBe("ann 2");
  expect(nameAt(["Ann", "Ann 2", "Ben"], "Ann")).toBe("Ann 3");
  expect(nameAt(["x".repeat(24)], "x".repeat(24))).toBe(`${"x".repeat(21)} 2`);
});
