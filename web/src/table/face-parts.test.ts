import { expect, test } from "vitest";

import { faceParts } from "./face-parts";

test("a face that nobody picked smiles, and there are others to pick", () => {
  const drawn = ["Guest", "Mia", "Ann", "Ada", "Bo", "Cleo", "Dot"].map((name) => faceParts(name).mouth);
  expect(drawn.every((mouth) => [0, 2, 3].includes(mouth))).toBe(true);
  const picked = Array.from({ length: 15 }, (_, n) => faceParts("Mia", n + 1).mouth);
  expect(new Set(picked).size).toBe(5);
});
