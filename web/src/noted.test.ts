import { expect, test, vi } from "vitest";

import { Refused } from "./api";
import { addChance, noted } from "./noted";
import type { Table } from "./table.svelte";
import type * as Wire from "./wire";

const seat = (more: Partial<Wire.SeatInfo> = {}): Wire.SeatInfo => ({ name: "Ann", ready: false, ...more });
function table(more: Partial<Wire.State> = {}, you: number | null = 0): Table & { send: ReturnType<typeof vi.fn> } {
  const state = { stage: "lobby", commitment: "c0ffee", seats: [seat()], ...more };
  return { id: "t1", state, you, send: vi.fn(() => Promise.resolve({})) } as unknown as Table & {
    send: ReturnType<typeof vi.fn>;
  };
}

test("what is promised, and what we add to it, is written down before it is sent", async () => {
  const here = table();
  await addChance(here);
  const { commitment, contribution } = noted("t1");
  expect(commitment).toBe("c0ffee");
  expect(contribution).toMatch(/^[0-9a-f]{64}$/);
  expect(here.send).toHaveBeenCalledExactlyOnceWith({ do: "contribute", hex: contribution });
});

test("it is added once, however often it is asked for", async () => {
  const here = table();
  await Promise.all([addChance(here), addChance(here)]);
  expect(here.send).toHaveBeenCalledOnce();
});

test("a seat that has added adds nothing more", async () => {
  const here = table({ seats: [seat({ contributed: true })] });
  await addChance(here);
  expect(here.send).not.toHaveBeenCalled();
});

test("the first promise stays the one that counts", async () => {
  await addChance(table());
  await addChance(table({ commitment: "another" }));
  expect(noted("t1").commitment).toBe("c0ffee");
});

test("what the server refuses is noted no more", async () => {
  const here = table();
  here.send.mockRejectedValue(new Refused({ code: "not-now", text: "no" }));
  await expect(addChance(here)).rejects.toThrow("no");
  expect(noted("t1")).toEqual({ commitment: "c0ffee" });
  here.send.mockResolvedValue({});
  await addChance(here);
  const { contribution } = noted("t1");
  here.send.mockRejectedValue(new Refused({ code: "not-now", text: "no" }));
  await expect(addChance(here)).rejects.toThrow("no");
  expect(noted("t1").contribution).toBe(contribution);
});

test("what may have come before the line ended stays noted", async () => {
  const here = table();
  here.send.mockRejectedValue(new Refused({ code: "closed", text: "closed" }));
  await expect(addChance(here)).rejects.toThrow("closed");
  expect(noted("t1").contribution).toMatch(/^[0-9a-f]{64}$/);
});

test("who looks on notes the promise and adds nothing", async () => {
  const here = table({}, null);
  await addChance(here);
  expect(noted("t1")).toEqual({ commitment: "c0ffee" });
  expect(here.send).not.toHaveBeenCalled();
});

test("after the deal there is nothing to add", async () => {
  const here = table({ stage: "playing" });
  await addChance(here);
  expect(noted("t1")).toEqual({});
});
