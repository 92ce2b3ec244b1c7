import { expect, test, vi } from "vitest";

import { find, press, settled, show } from "../testing/show";
import Home from "./Home.svelte";

test("the first page tries again when it is asked to, or when the network is back", async () => {
  const fetch = vi.fn(() => Promise.reject(new Error("offline")));
  vi.stubGlobal("fetch", fetch);
  show(Home, {});
  await settled();
  expect(find("[role=alert]").textContent).toContain("Can't reach the server.");
  press("Try again");
  await settled();
  dispatchEvent(new Event("online"));
  await settled();
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("no button comes before another later: the page waits until it knows of running games", async () => {
  let answer = (_: Response): void => undefined;
  const games = new Promise<Response>((done) => (answer = done));
  const told = { editions: [], levels: ["easy"], rules: [], tables: [] };
  vi.stubGlobal("fetch", (path: string) => (path === "/api/games" ? games : Promise.resolve(Response.json(told))));
  localStorage.setItem("lastcard.token", '"a"');
  show(Home, {});
  await settled();
  expect(document.querySelector("[data-testid=play-now]")).toBeNull();
  answer(Response.json({ games: [] }));
  await settled();
  expect(find("[data-testid=play-now]")).toBeTruthy();
  localStorage.clear();
});

test("the name is kept while it is typed, and the face waits until it is finished", async () => {
  const told = { editions: [], levels: ["easy"], rules: [], tables: [], games: [] };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(told)));
  show(Home, {});
  await settled();
  const field = find<HTMLInputElement>("#name");
  const before = find("[data-testid=face]").innerHTML;
  field.value = "Mia";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
  expect(localStorage.getItem("lastcard.name")).toBe('"Mia"');
  expect(find("[data-testid=face]").innerHTML).toBe(before);
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(find("[data-testid=face]").innerHTML).not.toBe(before);
  localStorage.clear();
});
