import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { speak } from "../texts";
import { type Closed, isForGood, Link, type Status } from "./socket";
import type { Frame } from "./state";

class FakeSocket {
  static all: FakeSocket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | undefined;
  onmessage: ((message: { data: string }) => void) | undefined;
  onclose: ((event: { code: number; reason: string }) => void) | undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greet(n = 1, e = 0): void {
    this.open();
    this.tell({ n, e, events: [], set: {}, chat: [], version: 1, time: 0 });
  }
  drop(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}

let frames: Frame[];
let statuses: Status[];
let ended: Closed | null;
let link: Link;
const last = (): FakeSocket => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  [frames, statuses, ended] = [[], [], null];
  link = new Link(
    "abc",
    { token: "t" },
    {
      frame: (frame) => frames.push(frame),
      status: (status, closed) => {
        statuses.push(status);
        ended = closed;
      },
    },
  );
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it says hello with the token in the first message, never in the address", () => {
  last().open();
  expect(last().url).toMatch(/\/ws\/abc$/);
  expect(last().sent).toEqual([{ token: "t", version: 1, events: 0 }]);
});

test("a command resolves when its frame arrives", async () => {
  last().greet();
  const done = link.send({ do: "start" });
  const { id } = last().sent[1];
  last().tell({ n: 2, e: 0, id });
  await expect(done).resolves.toMatchObject({ n: 2 });
});

test("a refused command is an error with the server's sentence", async () => {
  last().greet();
  const done = link.send({ do: "start" });
  last().tell({ id: last().sent[1].id, refused: { code: "not-host", text: "only the host may" } });
  await expect(done).rejects.toMatchObject({ code: "not-host", message: "only the host may" });
});

test("unacknowledged commands are resent under the same id after reconnecting", async () => {
  last().greet();
  const done = link.send({ do: "move", move: "draw", n: 1 });
  const [, sent] = last().sent;
  last().drop();
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.all).toHaveLength(2);
  last().greet(1, 5);
  expect(last().sent[1]).toEqual(sent);
  last().tell({ id: sent.id, ok: 2 });
  await expect(done).resolves.toMatchObject({ ok: 2 });
});

test("commands wait for the first frame", () => {
  void link.send({ do: "start" }).catch(() => undefined);
  last().open();
  expect(last().sent).toHaveLength(1);
  last().tell({ n: 1, e: 0, events: [], set: {}, chat: [], version: 1, time: 0 });
  expect(last().sent).toHaveLength(2);
});

test("it reconnects with the number of events it has seen", () => {
  last().greet(4, 17);
  last().drop(1012);
  vi.advanceTimersByTime(1000);
  last().open();
  expect(last().sent[0]).toMatchObject({ events: 17 });
  expect(statuses).toContain("waiting");
});

test("it waits longer after each failure, but never more than a few seconds", () => {
  for (let i = 0; i < 10; i++) {
    last().drop();
    vi.advanceTimersByTime(10_000);
  }
  expect(FakeSocket.all).toHaveLength(11);
});

test("a final close isn't retried, and pending commands are refused", async () => {
  last().greet();
  const done = link.send({ do: "start" });
  last().drop(4401, "this token has no seat here");
  await expect(done).rejects.toThrow("no seat");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(statuses.at(-1)).toBe("closed");
});

test("a silently dead connection is noticed", () => {
  last().greet();
  vi.advanceTimersByTime(13_000);
  expect(last().sent.at(-1)).toMatchObject({ do: "ping" });
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("a connection that doesn't open is given up", () => {
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("a command that is too large is refused, and not sent again", async () => {
  last().greet();
  const done = link.send({ do: "chat", text: "a".repeat(9000) });
  last().drop(1009);
  await expect(done).rejects.toMatchObject({
    code: "too-large",
    message: "That's too long for the server. Shorten it and try again.",
  });
  vi.advanceTimersByTime(1000);
  last().greet();
  expect(last().sent).toHaveLength(1);
});

test("a command on a closed connection is refused in the player's language", async () => {
  await speak("de");
  link.close();
  await expect(link.send({ do: "start" })).rejects.toMatchObject({ code: "closed", message: "Die Verbindung ist beendet." });
});

test("restarts and network trouble are temporary, wrong tokens are final", () => {
  expect([1006, 1012, 4408, 4413, 4429, 4503].filter(isForGood)).toEqual([]);
  expect([4400, 4401, 4403, 4404, 4409, 4426, 4500].filter(isForGood)).toHaveLength(7);
});

test("keeps what the server says before it closes for good, unlike a refused command", () => {
  last().open();
  const refused = { code: "broken", text: "the rules have changed", says: "the rules have changed" };
  last().tell({ id: "", refused });
  last().drop(4500, "this table cannot be read anymore");
  expect(ended).toEqual({ code: 4500, text: "this table cannot be read anymore", refused });

  link = new Link("abc", { token: "t" }, { frame: () => undefined, status: (_, closed) => (ended = closed) });
  last().greet();
  void link.send({ do: "start" }).catch(() => undefined);
  last().tell({ id: last().sent.at(-1)!.id, refused });
  last().drop(4404, "there is no such table");
  expect(ended).toEqual({ code: 4404, text: "there is no such table", refused: undefined });
});

test("stays connected for a day, and comes back after a restart", async () => {
  last().greet();
  for (let quarter = 0; quarter < 24 * 60 * 4; quarter++) {
    vi.advanceTimersByTime(15_000);
    last().tell({ id: "ping", pong: 0 });
  }
  expect(FakeSocket.all).toHaveLength(1);
  last().drop(1012);
  await vi.advanceTimersByTimeAsync(1000);
  last().greet(7, 3);
  expect(FakeSocket.all).toHaveLength(2);
  expect(frames.at(-1)?.n).toBe(7);
  expect(statuses.at(-1)).toBe("open");
});
