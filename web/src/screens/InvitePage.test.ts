import type { Component } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import * as storage from "../browser/storage";
import { book } from "../testing/example-edition";
import { find, press, settled, show } from "../testing/show";
import InvitePage from "./InvitePage.svelte";

vi.mock("../connection/api", async (original) => ({
  ...(await original<object>()),
  catalog: () => ({ book: () => ({ info: { ...book.info, lessons: [], options: [LENGTH] } }) }),
}));

const LENGTH = { name: "target", default: 300, form: { type: "number" } };
const HOST = { name: "Mia", face: 0 };
const BOT = { name: "Otto", bot: "easy" };

function open(seats: () => unknown[]): void {
  const invited = () => {
    const free = seats().filter((seat) => !seat).length;
    return Response.json({ table: "t", edition: "example", stage: "lobby", seats: seats(), host: 0, options: {}, free });
  };
  const full = { refused: { code: "table-full", text: "Every seat at this table is taken." } };
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(path === "/api/invite" ? invited() : Response.json(full, { status: 409 })),
  );
  show(InvitePage as Component<never>, { code: "c" } as never);
}

test("an invite that is out of date shows how it is now when joining is refused, and waits for a seat", async () => {
  let seats: unknown[] = [HOST, null, null];
  open(() => seats);
  await settled();
  await settled();
  expect(find(".who").textContent).toContain("2 seats are free.");
  seats = [HOST, BOT, BOT];
  press("Join");
  await settled();
  await settled();
  expect(find(".who").textContent).toContain("Bots have the other seats. Mia can free one for you.");
  expect(document.querySelectorAll("[role=alert], .free")).toHaveLength(0);
  expect(find("[data-testid=join]").textContent).toBe("Waiting…");
  expect(find("[role=status]").textContent).toBe("You're in as soon as a seat is free.");
});

test.each([
  [{}, "To 300 points"],
  [{ target: null }, "One round"],
  [{ target: 100 }, "To 100 points"],
])("an invite says how long the game is: %o", async (options, says) => {
  const told = { table: "t", edition: "example", stage: "lobby", seats: [HOST, null], host: 0, options, free: 1 };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(told)));
  show(InvitePage as Component<never>, { code: "c" } as never);
  await settled();
  await settled();
  expect(find("[data-testid=length]").textContent).toBe(says);
  expect(find("form").textContent).toContain("Played exactly by the official rules.");
});

test("someone whose name is taken reads what the table would call them", async () => {
  const asked: unknown[] = [];
  storage.setName("mia");
  onTestFinished(() => storage.setName(""));
  const told = { table: "t", edition: "example", stage: "lobby", seats: [HOST, null], host: 0, options: {}, free: 1 };
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return Promise.resolve(Response.json({ ...told, called: "mia the second" }));
  });
  show(InvitePage as Component<never>, { code: "c" } as never);
  await settled();
  await settled();
  expect(find("[role=status]").textContent).toBe("Somebody here has this name, so you'll be mia the second.");
  expect(asked).toEqual([{ code: "c", name: "mia" }]);
});

test("a full table offers to wait", async () => {
  open(() => [HOST, { name: "Tom", face: 1 }]);
  await settled();
  await settled();
  expect(find(".who").textContent).toContain("Every seat is taken.");
  press("Wait for a seat");
  expect(find("[data-testid=join]").textContent).toBe("Waiting…");
});
