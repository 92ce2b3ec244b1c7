import { expect, test, vi } from "vitest";

import { write } from "../browser/storage";
import { Refused } from "../connection/api";
import type { Table } from "../table/table.svelte";
import type * as Wire from "../wire";
import { contribute, notesOn } from "./promises";

const seat = (more: Partial<Wire.SeatInfo> = {}): Wire.SeatInfo => ({ name: "Ann", ready: false, ...more });
function table(more: Partial<Wire.State> = {}, you: number | null = 0): Table & { send: ReturnType<typeof vi.fn> } {
  const state = { stage: "lobby", commitment: "c0ffee", scheme: 2, seats: [seat()], ...more };
  return { id: "t1", state, you, send: vi.fn(() => Promise.resolve({})) } as unknown as Table & {
    send: ReturnType<typeof vi.fn>;
  };
}

test("the promise and our contribution are noted before anything is sent", async () => {
  const here = table();
  await contribute(here);
  const { promises, contribution } = notesOn("t1");
  expect(promises).toEqual({ 2: "c0ffee" });
  expect(contribution).toMatch(/^[0-9a-f]{64}$/);
  expect(here.send).toHaveBeenCalledExactlyOnceWith({ do: "contribute", hex: contribution });
});

test("it is added only once, however often it is requested", async () => {
  const here = table();
  await Promise.all([contribute(here), contribute(here)]);
  expect(here.send).toHaveBeenCalledOnce();
});

test("a seat that has added adds nothing more", async () => {
  const here = table({ seats: [seat({ contributed: true })] });
  await contribute(here);
  expect(here.send).not.toHaveBeenCalled();
});

test("the first promise is the one that counts", async () => {
  await contribute(table());
  await contribute(table({ commitment: "another" }));
  expect(notesOn("t1").promises).toEqual({ 2: "c0ffee" });
});

test("a promise by a newer scheme is noted next to the older one, and the contribution stays", async () => {
  await contribute(table({ commitment: "old", scheme: 1 }));
  const { contribution } = notesOn("t1");
  const here = table({ commitment: "new", seats: [seat({ contributed: true })] });
  await contribute(here);
  expect(notesOn("t1")).toEqual({ promises: { 1: "old", 2: "new" }, contribution });
  expect(here.send).not.toHaveBeenCalled();
});

test("version 1's notes are promises by scheme 1", async () => {
  write("noted", { t1: { commitment: "old", contribution: "ab" } });
  expect(notesOn("t1")).toEqual({ promises: { 1: "old" }, contribution: "ab" });
  await contribute(table({ seats: [seat({ contributed: true })] }));
  expect(notesOn("t1")).toEqual({ promises: { 1: "old", 2: "c0ffee" }, contribution: "ab" });
});

test("a refused contribution is no longer noted", async () => {
  const here = table();
  here.send.mockRejectedValue(new Refused({ code: "not-now", text: "no" }));
  await expect(contribute(here)).rejects.toThrow("no");
  expect(notesOn("t1")).toEqual({ promises: { 2: "c0ffee" } });
  here.send.mockResolvedValue({});
  await contribute(here);
  const { contribution } = notesOn("t1");
  here.send.mockRejectedValue(new Refused({ code: "not-now", text: "no" }));
  await expect(contribute(here)).rejects.toThrow("no");
  expect(notesOn("t1").contribution).toBe(contribution);
});

test("a contribution that may have arrived before the connection ended stays noted", async () => {
  const here = table();
  here.send.mockRejectedValue(new Refused({ code: "closed", text: "closed" }));
  await expect(contribute(here)).rejects.toThrow("closed");
  expect(notesOn("t1").contribution).toMatch(/^[0-9a-f]{64}$/);
});

test("a spectator notes the promise and adds nothing", async () => {
  const here = table({}, null);
  await contribute(here);
  expect(notesOn("t1")).toEqual({ promises: { 2: "c0ffee" } });
  expect(here.send).not.toHaveBeenCalled();
});

test("after the deal there is nothing to add", async () => {
  const here = table({ stage: "playing" });
  await contribute(here);
  expect(notesOn("t1")).toEqual({});
});
