import { expect, test, vi } from "vitest";

import * as storage from "../browser/storage";
import { createTable } from "../connection/api";
import { openTable } from "./play-now";

vi.mock("../connection/api", () => ({ createTable: vi.fn(() => Promise.resolve({ table: "t", token: "k" })) }));

test("a table that one tap opens seats the player with the face they picked", async () => {
  storage.setFace(7);
  await openTable({ edition: "classic", players: 2, level: "easy" }, true);
  expect(vi.mocked(createTable).mock.calls[0][0]).toMatchObject({ edition: "classic", seats: 2, bots: ["easy"], face: 7 });
});
