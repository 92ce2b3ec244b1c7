import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { onSound } from "../browser/sounds";
import { EditionBook } from "../connection/catalog";
import type { Happened, TableState } from "../connection/state";
import { book } from "../testing/example-edition";
import type * as Wire from "../wire";
import { Player } from "./player.svelte";
import { Scenes } from "./scenes.svelte";
import { ShownTable } from "./shown.svelte";
import type { Table } from "./table.svelte";

const seats = ["Ann", "Ben", "Cy"].map((name) => ({ name }) as Wire.SeatInfo);
const START: TableState = {
  stage: "playing",
  you: 0,
  players: 3,
  seats,
  phase: "turn",
  to_move: [1],
  top: "red-7",
  counts: [2, 2, 2],
  moves: [],
};

/** A table that gets its frames from the test. */
class FakeTable extends ShownTable {
  readonly isReplay = false;
  state: TableState = $state.raw(START);
  events: Happened[] = $state.raw([]);
  book: EditionBook | undefined = book;
  fresh = null;
  move = vi.fn(async () => undefined);

  frame(set: Partial<TableState>, ...events: Wire.GameEvent[]): void {
    const before = this.state;
    this.state = { ...before, ...set };
    this.events = [...this.events, ...events.map((event, i) => ({ n: this.events.length + i, event }))];
    this.watch(before, this.state, this.events.length);
    if (events.length) this.happen(events, before, this.state);
    flushSync();
  }
}

const played = (seat: number): Wire.GameEvent => ({ what: "played", seat, card: "red-7" });

function playing() {
  const table = new FakeTable();
  const scenes = new Scenes(table as unknown as Table);
  const stop = scenes.start(document.body);
  const player = new Player(table as unknown as Table, scenes, () => undefined);
  return { table, scenes, player, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("one truth on the screen", () => {
  test("prompt, log and counts are those of the scene that plays, never of the ones that wait", () => {
    const { table, player } = playing();
    table.frame({ to_move: [2], counts: [2, 1, 2] }, played(1));
    table.frame({ to_move: [0], counts: [2, 1, 1], moves: ["play red-7"] }, played(2));
    expect(table.log.map(({ text }) => text)).toEqual(["Ben plays a red 7"]);
    expect(player.prompt).toBe("Waiting for Cy.");
    expect(table.shown.counts).toEqual([2, 1, 2]);
    expect(player.playable).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(table.log.map(({ text }) => text)).toEqual(["Ben plays a red 7", "Cy plays a red 7"]);
    expect(player.prompt).toBe("Your turn.");
    expect(player.playable).toEqual(new Set(["red-7"]));
  });

  test("nobody is told to wait for themselves, at any moment", () => {
    const { table, player } = playing();
    for (let i = 0; i < 6; i++) table.frame({ to_move: [(i + 2) % 3] }, played((i + 1) % 3));
    for (let i = 0; i < 50; i++) {
      expect(player.prompt).not.toContain("Ann");
      vi.advanceTimersByTime(100);
    }
  });

  test("listeners hear of events when they are shown", () => {
    const { table } = playing();
    const heard: string[] = [];
    table.onEvents((events) => heard.push(...events.map(({ seat }) => seats[seat ?? 0].name)));
    table.frame({ to_move: [2] }, played(1));
    table.frame({ to_move: [0] }, played(2));
    expect(heard).toEqual(["Ben"]);
    vi.advanceTimersByTime(5000);
    expect(heard).toEqual(["Ben", "Cy"]);
  });

  test("a chance appears as soon as its frame arrives, and taking it shows everything", async () => {
    const { table, player } = playing();
    table.frame({ to_move: [2] }, played(1));
    table.frame({ to_move: [0], moves: ["catch 2", "play red-7"] }, played(2));
    expect(player.found.catches.map(({ text }) => text)).toEqual(["catch 2"]);
    expect(player.found.cards.size).toBe(0);
    player.catchOne();
    expect(table.move).toHaveBeenCalledWith("catch 2");
    expect(table.unseen).toBe(0);
    expect(table.shown).toBe(table.state);
  });

  test("a player who is quicker than the scenes plays by the truth", () => {
    const { table, player } = playing();
    table.frame({ to_move: [2] }, played(1));
    table.frame({ to_move: [0], moves: ["play red-7"] }, played(2));
    player.choose("red-7", document.createElement("button"));
    expect(table.move).toHaveBeenCalledWith("play red-7");
    expect(table.log).toHaveLength(2);
  });

  test("without a table on the page, everything shows at once", () => {
    const { table, stop } = playing();
    stop();
    table.frame({ to_move: [2] }, played(1));
    table.frame({ to_move: [0] }, played(2));
    expect(table.log).toHaveLength(2);
    expect(table.shown).toBe(table.state);
  });

  test("a card comes onto the page when it starts to fly, so that a large deal is no large task", async () => {
    const { table, scenes } = playing();
    const places = ["draw", "seat-1", "seat-2"].map((place) => Object.assign(document.createElement("i"), { place }));
    for (const element of places) element.dataset.place = element.place;
    document.body.append(...places);
    table.frame({}, ...[1, 2, 1, 2, 1, 2].map((seat) => ({ what: "drew", seat })));
    let most = 0;
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(50);
      most = Math.max(most, scenes.flyers.length);
      if (i === 0) expect(scenes.flyers).toHaveLength(1);
    }
    expect(most).toBe(6); // nothing removes them here
    for (const element of places) element.remove();
  });

  test("a penalty lands card by card, and the table knows how many are still to come", async () => {
    const { table, scenes } = playing();
    const coming = new Set<number | undefined>();
    table.frame({}, ...[1, 1, 1].map((seat) => ({ what: "drew", seat })));
    for (let i = 0; i < 30; i++) {
      coming.add(scenes.coming[1]);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect([...coming]).toEqual([3, 2, 1, 0]);
  });

  test("a block and a jump appear as soon as their frame arrives, and taking one shows everything", () => {
    const { table, player } = playing();
    const chance = { rule: "out-of-turn", when: "now", words: [], says: "Now {card}", chance: true };
    const verbs = ["block", "jump"].map((word) => ({ ...chance, word, takes: "card" }) as unknown as Wire.VerbInfo);
    table.book = new EditionBook({ ...book.info, verbs: [...book.info.verbs, ...verbs] });
    table.frame({ to_move: [2] }, played(1));
    table.frame({ to_move: [0], moves: ["block oak-hero@owl", "jump red-7", "play red-7"] }, played(2));
    expect(player.found.chances.map(({ id }) => id)).toEqual(["block", "jump"]);
    expect(player.found.cards.size).toBe(0);
    void player.move(player.found.chances[1].choices[0].text);
    expect(table.move).toHaveBeenCalledWith("jump red-7");
    expect(table.unseen).toBe(0);
  });

  test.each(["0", "2"])("who is there and their clocks are always up to date: seat %s", (seat) => {
    const { table } = playing();
    table.frame({ to_move: [2] }, played(1));
    table.frame({ clocks: { [seat]: 5 } });
    expect(table.shown.clocks).toEqual({ [seat]: 5 });
  });

  test("a heartbeat is heard with every turn while somebody has one card, your own turn too, until the round ends", async () => {
    const { table } = playing();
    let heard: string[] = [];
    const stop = onSound((name) => heard.push(name));
    const turn = async (turn: number, counts: number[], more = {}): Promise<string[]> => {
      heard = [];
      table.frame({ turn, to_move: [turn], counts, ...more }, played((turn + 2) % 3));
      vi.advanceTimersByTime(5000);
      await vi.dynamicImportSettled();
      return heard;
    };
    expect(await turn(2, [2, 2, 2])).not.toContain("heart");
    expect(await turn(0, [2, 2, 1])).toEqual(expect.arrayContaining(["your-turn", "heart"]));
    expect(await turn(1, [2, 2, 1])).toContain("heart");
    expect(await turn(2, [2, 2, 1], { stage: "between" })).not.toContain("heart");
    stop();
  });

  test("who goes and comes back is in the log at once, in order", () => {
    const { table } = playing();
    const ben = (more: Partial<Wire.SeatInfo>) => seats.map((seat, i) => (i === 1 ? { ...seat, ...more } : seat));
    table.frame({ seats: ben({ offline: true }) });
    expect(table.log.map(({ text }) => text)).toEqual(["Ben lost the connection"]);
    table.frame({ seats: ben({ away: "connection" }) });
    table.frame({ to_move: [2] }, played(1));
    table.frame({ seats: ben({}) });
    expect(table.log.map(({ text }) => text)).toEqual(["Ben lost the connection", "Ben plays a red 7", "Ben is back"]);
  });
});
