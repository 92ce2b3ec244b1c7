import { expect, test, vi } from "vitest";

import * as storage from "../browser/storage";
import { createTable } from "../connection/api";
import type * as Wire from "../wire";
import { openTable } from "./play-now";

vi.mock("../connection/api", () => ({ createTable: vi.fn(() => Promise.resolve({ table: "t", token: "k" })) }));

test("a table that one tap opens seats the player with the face they picked", async () => {
  storage.setFace(7);
  await openTable({ edition: "classic", players: 2, level: "easy" }, undefined);
  expect(vi.mocked(createTable).mock.calls[0][0]).toMatchObject({ edition: "classic", seats: 2, bots: ["easy"], face: 7 });
});

const info = { options: [{ name: "target", default: 300 }] } as unknown as Wire.EditionInfo;

test.each([
  [undefined, null],
  [false, null],
  [true, 300],
])("a game against bots has one round, unless the player wants a whole game: %s", async (whole, target) => {
  await openTable({ edition: "classic", players: 2, level: "easy", whole }, info);
  expect(vi.mocked(createTable).mock.lastCall?.[0].options).toEqual({ target });
});
