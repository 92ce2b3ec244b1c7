import type { Component } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";

import { press, show } from "../testing/show";
import SeatMenu from "./SeatMenu.svelte";

beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

const PERSON = { name: "Ada", ready: true };

test.each([
  ["a person", PERSON, false, true],
  ["a bot", { ...PERSON, bot: "steady" }, false, false],
  ["another player of a lesson", PERSON, true, false],
])("%s can be blocked and reported only if there is somebody behind it", (_, seat, isLesson, may) => {
  const state = { seats: [{ name: "You", ready: true }, seat], counts: [7, 7], settings: { chat: false } };
  const table = { you: 0, isLesson, isHost: false, state, shown: state, name: () => "Ada" };
  show(SeatMenu as Component<never>, { seat: 1, onclose: vi.fn(), ontrouble: vi.fn() } as never, table as never);
  expect(document.querySelectorAll(".acts button").length > 0).toBe(may);
  expect(document.body.textContent).toContain("7 cards");
});

test("a host who removes somebody for good is asked once more, by the same button", () => {
  const send = vi.fn(async () => undefined);
  const state = { seats: [{ name: "You", ready: true }, PERSON], settings: { chat: false } };
  const table = { you: 0, isLesson: false, isHost: true, state, shown: state, name: () => "Ada", send };
  show(SeatMenu as Component<never>, { seat: 1, onclose: vi.fn(), ontrouble: vi.fn() } as never, table as never);
  press("Remove from the table");
  expect(send).not.toHaveBeenCalled();
  press("Really remove Ada for good?");
  expect(send).toHaveBeenCalledWith({ do: "remove", seat: 1, for_good: true });
});
