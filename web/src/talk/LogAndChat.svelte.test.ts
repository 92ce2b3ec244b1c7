import { flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { book as example } from "../testing/example-edition";
import type { LogLine } from "../table/shown.svelte";
import { find, settled, show } from "../testing/show";
import LogAndChat from "./LogAndChat.svelte";

test("arrow keys go from the log to the chat, and only the chosen tab is a tab stop", () => {
  show(LogAndChat, {}, { you: null, state: {}, chat: [], log: [] });
  const tab = (name: string): HTMLElement => find(`#tab-${name}`);
  const type = (key: string): void => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  tab("log").focus();
  type("ArrowRight");
  expect(document.activeElement).toBe(tab("chat"));
  expect([tab("log").tabIndex, tab("chat").tabIndex]).toEqual([-1, 0]);
  type("Home");
  expect(tab("log").getAttribute("aria-selected")).toBe("true");
});

test("what the others have said counts as unread, and what the player says doesn't", () => {
  let chat = $state.raw<{ n: number; seat: number; name: string; text: string }[]>([]);
  const table = {
    you: 0,
    state: { settings: { chat: false } },
    log: [] as [],
    get chat() {
      return chat;
    },
  };
  show(LogAndChat, {}, table);
  chat = [{ n: 0, seat: 0, name: "Ann", text: "Hi" }];
  flushSync();
  expect(document.querySelector(".unread")).toBeNull();
  chat = [...chat, { n: 1, seat: 1, name: "Ben", text: "Hi" }];
  flushSync();
  expect(find(".unread").textContent).toBe("1");
});

test("in a drawer, what can be said belongs to the chat", () => {
  const catalog = { info: { emotes: ["wow"] } };
  show(LogAndChat, { drawer: true }, { you: 0, state: { settings: { chat: true } }, chat: [], log: [], catalog } as never);
  const input = (): Element | null => document.querySelector("input, textarea");
  expect(input()).toBeNull();
  find("#tab-chat").click();
  flushSync();
  expect(input()).not.toBeNull();
});

function performing(chat: boolean) {
  const dare = { name: "dare", holds: "dare", says: "", you: "", sign: "", label: "" } as const;
  const book = new EditionBook({ ...example.info, shows: [dare] });
  const settings = { chat } as TableState["settings"];
  let state = $state.raw<TableState>({ phase: "turn", settings });
  const table = {
    you: 0,
    book,
    catalog: { info: { emotes: [] } },
    chat: [] as [],
    log: [] as [],
    get state() {
      return state;
    },
  };
  show(LogAndChat, {}, table as never);
  return {
    inFront: (): string => find("[role=tab][aria-selected=true]").id,
    begins: () =>
      flushSync(() => void (state = { phase: "vote", settings, special: { performer: 0, dare: { lasting: false } } })),
    ends: () => flushSync(() => void (state = { phase: "turn", settings })),
  };
}

test("a player who performs has the chat in front, until the table has judged", () => {
  const { inFront, begins, ends } = performing(false);
  expect(inFront()).toBe("tab-log");
  begins();
  expect(inFront()).toBe("tab-chat");
  ends();
  expect(inFront()).toBe("tab-log");
});

test("the chat stays in front of a player who is writing", () => {
  const { inFront, begins, ends } = performing(true);
  begins();
  const line = find<HTMLInputElement>("[data-testid=chat-text]");
  line.focus();
  line.value = "La la";
  ends();
  expect(inFront()).toBe("tab-chat");
});

test("with a keyboard, whoever performs can write right away, and no verdict takes the focus away", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: fine)" }));
  const { begins, ends } = performing(true);
  const hand = document.body.appendChild(document.createElement("button"));
  onTestFinished(() => hand.remove());
  hand.focus();
  begins();
  await settled();
  expect(document.activeElement).toBe(find("[data-testid=chat-text]"));
  ends();
  expect(document.activeElement).toBe(find("[data-testid=chat-text]"));
});

test("while the player performs, the line to write in says so", () => {
  const { begins, ends } = performing(true);
  const field = () => find<HTMLInputElement>("[data-testid=chat-text]");
  const before = field().placeholder;
  begins();
  expect(field().placeholder).toBe("Do it here, or out loud");
  ends();
  expect(field().placeholder).toBe(before);
});

test("a new line comes into view, unless somebody is reading further up", () => {
  let log = $state.raw<LogLine[]>([]);
  const table = {
    ...{ you: null, state: {}, chat: [] as [], edition: undefined },
    get log() {
      return log;
    },
  };
  show(LogAndChat, {}, table);
  const list = find("[data-testid=log]");
  const [LINE, SEEN] = [10, 30];
  Object.defineProperty(list, "clientHeight", { get: () => SEEN });
  Object.defineProperty(list, "scrollHeight", { get: () => Math.max(SEEN, list.children.length * LINE) });
  const goesOn = (): number => {
    log = [...log, ...Array.from({ length: 5 }, (_, i) => ({ n: log.length + i, event: { what: "drew" }, text: "" }))];
    flushSync();
    return list.scrollTop;
  };
  const scroll = (to: number): void => {
    list.scrollTop = to;
    list.dispatchEvent(new Event("scroll"));
  };
  expect(goesOn()).toBeGreaterThanOrEqual(50 - SEEN);
  scroll(5);
  expect(goesOn()).toBe(5);
  scroll(100 - SEEN);
  expect(goesOn()).toBeGreaterThanOrEqual(150 - SEEN);
});
