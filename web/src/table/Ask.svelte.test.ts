import { type Component, flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book as example } from "../testing/example-edition";
import { find, show } from "../testing/show";
import Ask from "./Ask.svelte";
import type { ChatLine } from "./chat";
import { parseMove } from "./choices";

const dare = { name: "dare", holds: "dare", says: "Dare: {it}", you: "", sign: "", label: "" } as const;
const seat = { name: "performer", holds: "seat", says: "{it} is being judged", you: "", sign: "", label: "" } as const;
const book = new EditionBook({ ...example.info, shows: [seat, dare] });
const EARLIER = { n: 0, seat: 1, name: "Ben", text: "hello" };

function vote(more: { lasting?: boolean; chat?: boolean; calls?: { call: string; seat: number }[]; bot?: string } = {}) {
  Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  let chat = $state.raw<ChatLine[]>([EARLIER]);
  const special = { performer: 1, dare: { number: 3, text: "Hum", lasting: !!more.lasting } };
  const seats = [null, more.bot ? { name: "Ben", bot: more.bot } : null, { name: "Cy" }, { name: "Di" }];
  const state = { phase: "vote", special, settings: { chat: more.chat ?? true }, seats, to_move: [0, 3] };
  const table = {
    ...{ you: 0, addressed: 0, state, shown: state, heardBefore: { 1: 0 }, calls: more.calls ?? [], call: null, tip: "" },
    name: (seat: number) => ["Ann", "Ben", "Cy", "Di"][seat],
    get chat() {
      return chat;
    },
  };
  const moves = ["vote yes", "vote no"].map((text) => parseMove(book, text));
  const ask = { id: "vote", owed: true, choices: moves };
  show(Ask as Component<never>, { book, ask, title: "Done?", onmove: vi.fn(), onclose: vi.fn() } as never, table as never);
  return (text: string) => {
    chat = [...chat, { n: chat.length, seat: 1, name: "Ben", text }];
    flushSync();
  };
}

const where = (): string | undefined => document.querySelector("[data-testid=performs-where]")?.textContent;
const written = (): string => find("[data-testid=performer-says]").textContent.trim();

test("a vote shows what the performer writes from then on, and says where to look", () => {
  const say = vote();
  expect(where()).toBe("Ben does it aloud, or writes it here.");
  expect(document.body.textContent).not.toContain("Ben is being judged");
  say("La la la");
  expect(written()).toBe("Ben La la la");
});

test("a vote on someone in the call says to watch and listen", () => {
  vote({ calls: [{ call: "b", seat: 1 }] });
  expect(where()).toBe("Ben does it now: watch, listen, or read it here.");
});

test("without a chat, a vote points to nothing written", () => {
  vote({ chat: false });
  expect(where()).toBe("Ben does it now: watch and listen.");
});

test("a vote on a bot says that there is nothing to see", () => {
  vote({ bot: "easy" });
  expect(where()).toBe("Ben is a bot and can't really do it. Picture it, and vote as you like.");
  expect(document.querySelector("[data-testid=performer-says]")).toBeNull();
});

test("a vote on what was done before doesn't say that it's done now", () => {
  const say = vote({ lasting: true });
  expect(where()).toBeUndefined();
  expect(find("[data-testid=judged]").textContent.trim()).toBe("Ben");
  expect(document.querySelector("[data-testid=performer-says]")).toBeNull(); // "hello" was said before the dare
  say("Am I done?");
  expect(written()).toBe("Ben Am I done?");
});

test("a vote shows the face of whoever is judged, and begins with no answer chosen", () => {
  vote();
  expect(find("[data-testid=judged] svg").isConnected).toBe(true);
  expect(document.activeElement).toBe(find("dialog h2"));
  const press = (key: string): string | undefined => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return (document.activeElement as HTMLElement).dataset.move;
  };
  expect([press("ArrowDown"), press("ArrowDown"), press("ArrowDown")]).toEqual(["vote yes", "vote no", "vote yes"]);
});

test("a vote shows who else has voted, and has a line to chat in", () => {
  vote();
  const others = [...document.querySelectorAll("[data-testid=judging] li")].map((each) => each.textContent.trim());
  expect(others.map((other) => other.replace(/\s+/g, " "))).toEqual(["Cy has voted", "Di still deciding"]);
  expect(find("dialog [data-testid=chat-text]").isConnected).toBe(true);
});

test("without a chat, a vote has no line to chat in", () => {
  vote({ chat: false });
  expect(document.querySelector("[data-testid=chat-text]")).toBeNull();
});
