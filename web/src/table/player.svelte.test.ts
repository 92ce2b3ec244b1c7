import { flushSync } from "svelte";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { Refused } from "../connection/api";
import { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { book as example } from "../testing/example-edition";
import { Player } from "./player.svelte";
import type { Scenes } from "./scenes.svelte";
import type { Table } from "./table.svelte";

function seated(moves: string[], phase = "turn", more: Partial<TableState> = {}, book = example) {
  const state: TableState = { you: 0, moves, phase, to_move: [0], ...more };
  const table = {
    state,
    shown: state,
    you: 0,
    addressed: 0,
    chat: [],
    heardBefore: {},
    prepare: vi.fn(),
    held: null,
    book,
    n: 1,
    myTurn: !!state.to_move?.includes(0),
    name: (seat: number) => ["Ann", "Ben", "Cy"][seat],
    move: vi.fn(async () => undefined),
    why: vi.fn(async (move: string) => ({
      code: "no-match",
      text: `not ${move}`,
      says: `not ${move}`,
      args: {},
      rule: "turn-match",
    })),
    send: vi.fn(async () => ({ id: "", ok: 1 })),
  };
  let busy = $state(false);
  const scenes = {
    ...{ state, picked: null, flush: vi.fn() },
    get busy() {
      return busy;
    },
  };
  const play = (now: boolean): void => flushSync(() => void (busy = now));
  const settle = vi.fn();
  return { table, settle, play, player: new Player(table as unknown as Table, scenes as unknown as Scenes, settle) };
}

const element = document.createElement("button");

test("a hint says at once that it takes a moment", async () => {
  const { player, table } = seated(["draw"]);
  const hint = { move: "draw", says: "Nothing matches.", args: {} };
  table.send.mockResolvedValue({ id: "", ok: 1, hint } as never);
  const asked = player.askHint();
  expect(player.message?.text).toBe("Thinking…");
  await asked;
  expect(player.message?.text).toMatch(/Nothing matches\.$/);
});

/** A player whose page follows a table at which something can happen. */
function following(moves: string[], isTurn = true) {
  const { player, table } = seated(moves);
  let events = $state.raw<object[]>([]);
  let myTurn = $state(isTurn);
  let n = $state(1);
  const facts = { events: () => events, myTurn: () => myTurn, n: () => n };
  for (const [name, get] of Object.entries(facts)) Object.defineProperty(table, name, { get });
  onTestFinished($effect.root(() => player.follow()));
  flushSync();
  return {
    player,
    table,
    /** A line of the chat, a quick message or a throw: a frame without anything that happens in the game. */
    chats: () => flushSync(() => n++),
    happens: () => flushSync(() => [(events = [...events, {}]), n++]),
    turn: (mine: boolean) => flushSync(() => (myTurn = mine)),
  };
}

test("a hint stays until the turn is over, whatever else happens at the table", async () => {
  vi.useFakeTimers();
  const { player, table, happens, turn } = following(["draw"]);
  table.send.mockResolvedValue({ id: "", ok: 1, hint: { move: "draw", says: "Nothing matches.", args: {} } } as never);
  await player.askHint();
  happens();
  vi.advanceTimersByTime(60_000);
  flushSync();
  expect(player.message?.text).toMatch(/Nothing matches\.$/);
  turn(false);
  expect([player.message, player.hint]).toEqual([null, null]);
  vi.useRealTimers();
});

describe("the reason why a card was refused", () => {
  async function refused(isTurn = true, moves = ["draw"]) {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const page = following(moves, isTurn);
    await page.player.explain("red-7", element);
    flushSync();
    const says = (): string | undefined => page.player.message?.text;
    expect(says()).toContain("not play red-7");
    const wait = (seconds: number): void => flushSync(() => void vi.advanceTimersByTime(seconds * 1000));
    return { ...page, says, wait };
  }

  test("stays for a line of the chat, however long ago it was said", async () => {
    const { chats, wait, says } = await refused();
    chats();
    wait(60);
    chats();
    expect(says()).toContain("not play red-7");
  });

  test("can be read before another's move clears it", async () => {
    const { happens, wait, says } = await refused();
    wait(1);
    happens();
    wait(3);
    expect(says()).toContain("not play red-7");
    wait(2);
    expect(says()).toBeUndefined();
  });

  test("goes with the next move once it could be read", async () => {
    const { happens, wait, says } = await refused();
    wait(30);
    expect(says()).toContain("not play red-7");
    happens();
    expect(says()).toBeUndefined();
  });

  test("goes when the player moves or calls, and when it becomes their turn", async () => {
    const first = await refused();
    void first.player.move("draw");
    expect(first.says()).toBeUndefined();
    const second = await refused(false);
    second.turn(true);
    expect(second.says()).toBeUndefined();
    const third = await refused(true, ["play red-9", "play red-9 uno"]);
    third.player.call();
    expect([third.player.calling, third.says()]).toEqual([true, undefined]);
  });
});

describe("questions", () => {
  test("a question that was closed waits until the player decides", () => {
    const { player } = seated(["wink", "line …"], "answer");
    expect(player.asking?.id).toBe("answer");
    player.closeQuestion();
    expect(player.asking).toBeNull();
    player.decide();
    expect(player.asking?.id).toBe("answer");
  });

  test("a question opens when nothing else happens, and stays open whatever happens then", () => {
    const { player, play } = seated(["wink", "line …"], "answer");
    play(true);
    onTestFinished($effect.root(() => player.follow()));
    expect(player.asking).toBeNull();
    play(false);
    expect(player.asking?.id).toBe("answer");
    play(true);
    expect(player.asking?.id).toBe("answer");
    player.closeQuestion();
    expect(player.asking).toBeNull();
  });

  test("a question that was closed says how to go back to it, and so does a card that has to wait for it", async () => {
    const { player, table } = seated(["wink", "line …"], "answer");
    const said = vi.spyOn(announcer, "say").mockReturnValue();
    player.closeQuestion();
    const how = "The question waits: press “Decide” (E).";
    expect(said).toHaveBeenLastCalledWith(how, "polite");
    table.why.mockResolvedValue({ code: "illegal-move", text: "Answer the card first" } as never);
    await player.explain("red-7", element);
    expect(player.message?.text).toBe(`Answer the card first. ${how}`);
    said.mockRestore();
  });

  test("a vote names whoever is judged", () => {
    const phases = [{ name: "vote", asks: "Did {seat} do it?", waits: "", aloud: false, offers: {} }];
    const book = new EditionBook({ ...example.info, phases });
    const more = { pending: { card: "red-7", seat: 1, color_before: "red" }, special: { performer: 2 } };
    expect(seated(["wink"], "vote", more, book).player.prompt).toBe("Did Cy do it?");
  });

  test("whoever performs says with one key that it's done, unless nobody would hear it", async () => {
    const shows = [{ name: "dare", holds: "dare", says: "", you: "", sign: "", label: "" }] as const;
    const book = new EditionBook({ ...example.info, shows: [...shows] });
    const settings = { chat: true } as TableState["settings"];
    const performing = (more: Partial<TableState> = {}) =>
      seated([], "vote", { to_move: [1], special: { performer: 0, dare: {} }, settings, ...more }, book);
    const { player, table, settle } = performing();
    expect(player.mayFinish).toBe(true);
    player.decide();
    expect(table.send).toHaveBeenCalledWith({ do: "emote", emote: "all-done" });
    await vi.waitFor(() => expect(settle).toHaveBeenCalled());
    const bots = [{ name: "Ann" }, { name: "Ben", bot: "easy" }] as TableState["seats"];
    expect(performing({ seats: bots }).player.mayFinish).toBe(false);
    expect(performing({ settings: { chat: false } as TableState["settings"] }).player.mayFinish).toBe(false);
    expect(performing({ special: { performer: 1, dare: {} } }).player.mayFinish).toBe(false);
  });

  test("a question about cards of the hand is asked there, not in a dialog", () => {
    const more = { hand: ["red-7", "blue-draw-two@owl"] };
    const { player, table } = seated(["give red-7", "give blue-draw-two@owl", "wink"], "gift", more);
    expect([player.asking, player.inHand?.id, player.playable?.size]).toEqual([null, "gift", 2]);
    player.choose("red-7", element);
    expect(table.move).toHaveBeenCalledWith("give red-7");
    expect(seated(["give red-7", "line …"], "gift", more).player.inHand).toBeNull();
  });

  test("a title offers only what the player can do", () => {
    const offers = { wink: "{seat} hits you: take it." };
    const phases = [{ name: "answer", asks: "Take it, or play?", waits: "", aloud: false, offers }];
    const book = new EditionBook({ ...example.info, phases });
    const pending = { card: "wild-draw-four", seat: 1, color_before: "red" };
    const titleOf = (...moves: string[]) => seated(moves, "answer", { pending }, book).player.prompt;
    expect(titleOf("wink", "play red-7")).toBe("Take it, or play?");
    expect(titleOf("wink")).toBe("Ben hits you: take it.");
  });

  test("a card that takes effect by itself says what it does, or how to get more time if there is something to decide", () => {
    const block = { ...example.info.verbs.find(({ word }) => word === "wink")!, word: "block", chance: true };
    const book = new EditionBook({ ...example.info, verbs: [...example.info.verbs, block] });
    const consequences = [{ says: "You lose a turn.", args: {}, moves: [0] }];
    const told = (...moves: string[]) => seated(moves, "answer", { consequences }, book).player.byItself;
    expect(told("wink")).toBe("You lose a turn.");
    expect(told("wink", "block")).toContain("Get more time");
  });

  test("a question about a chosen card is forgotten when it is closed", () => {
    const { player } = seated(["play wild-draw-four red", "play wild-draw-four blue"]);
    player.choose("wild-draw-four", element);
    expect(player.asking?.id).toBe("color");
    player.closeQuestion();
    expect(player.asking).toBeNull();
    expect(player.later).toBe("");
  });

  test("a card that playing on answers too is said to do nothing", () => {
    const pending = { card: "wild-draw-four", seat: 1, color_before: "red" };
    const { player } = seated(["wink", "draw"], "answer", { pending });
    expect(player.asking).toBeNull();
    player.decide();
    expect(player.titleOf(player.asking!)).toMatch(/^Ben's .* does nothing to you/);
  });

  test("a turn that begins with a card that playing on answers too is announced", () => {
    const said = vi.spyOn(announcer, "say").mockReturnValue();
    const { player } = seated(["wink", "draw"], "answer", {
      pending: { card: "wild-draw-four", seat: 1, color_before: "red" },
    });
    const stop = $effect.root(() => player.follow());
    flushSync();
    stop();
    expect(said.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^Your turn\. Ben's .* does nothing to you/)]);
    said.mockRestore();
  });

  test("a chance with one answer is taken right away", () => {
    const { player, table } = seated(["wink"], "turn", { to_move: [1] });
    player.takeChance(player.found.chances[0]);
    expect(table.move).toHaveBeenCalledWith("wink");
  });
});

describe("cards", () => {
  test("a card that can be played is played", () => {
    const { player, table } = seated(["play red-7"]);
    player.choose("red-7", element);
    expect(table.move).toHaveBeenCalledWith("play red-7");
  });

  test("a card that cannot be played says why, with its rule", async () => {
    const { player, table } = seated(["draw"]);
    player.choose("red-7", element);
    await vi.waitFor(() =>
      expect(player.message).toMatchObject({ text: "not play red-7. You can draw a card.", rule: "turn-match" }),
    );
    expect(table.move).not.toHaveBeenCalled();
  });

  test("looking at a card shows why after a moment, and looking away hides it", async () => {
    vi.useFakeTimers();
    const { player, table } = seated(["draw"]);
    player.look("red-7");
    player.look(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.why).not.toHaveBeenCalled();
    player.look("red-7");
    await vi.advanceTimersByTimeAsync(1000);
    expect(player.message?.rule).toBe("turn-match");
    vi.useRealTimers();
  });

  test("no card is marked while the game waits for others", () => {
    expect(seated([], "turn", { to_move: [1] }).player.playable).toBeNull();
    expect(seated(["draw"]).player.playable).toEqual(new Set());
  });
});

describe("calls", () => {
  test("with two cards the call is switched on and goes with the card", () => {
    const { player, table } = seated(["play red-7", "play red-7 uno"]);
    player.call();
    player.choose("red-7", element);
    expect(table.move).toHaveBeenCalledWith("play red-7 uno");
  });

  test("a call that is owed is made at once", () => {
    const { player, table } = seated(["uno"], "turn", { to_move: [1] });
    player.call();
    expect(table.move).toHaveBeenCalledWith("uno");
  });
});

test("a refusal comes with its rule, and the focus goes somewhere useful", async () => {
  const { player, table, settle } = seated(["play red-7"]);
  table.move.mockRejectedValueOnce(
    new Refused({ code: "stale", text: "too late", says: "too late", args: {}, rule: "turn-match" }),
  );
  await player.move("play red-7");
  expect(player.message).toEqual({ text: "too late", rule: "turn-match", bad: true });
  expect(settle).toHaveBeenCalled();
});

describe("what is left to do", () => {
  test("is to draw or to pass, if nothing matches", () => {
    expect(seated(["draw"]).player.only?.text).toBe("draw");
    expect(seated(["pass"], "drew").player.only?.text).toBe("pass");
    expect(seated(["draw", "catch 1"]).player.only?.text).toBe("draw");
    for (const moves of [["play red-7", "draw"], ["draw", "pass"], ["draw", "wink"], []])
      expect(seated(moves).player.only).toBeNull();
  });

  test("in a lesson is only what its step wants", () => {
    const { player, table } = seated(["play red-7", "play red-7 uno", "draw", "catch 1"]);
    expect(player.marks(player.found.cards.get("red-7")!)).toBe(true);
    expect(player.prompt).not.toMatch(/coach/);
    Object.assign(table, { wanted: ["catch 1"] });
    expect(player.marks(player.found.cards.get("red-7")!)).toBe(false);
    expect(player.marks([player.found.draw])).toBe(false);
    expect(player.marks(player.found.catches)).toBe(true);
    const again = seated(["play red-7", "draw"]);
    Object.assign(again.table, { wanted: ["play red-7"] });
    expect(again.player.marks(again.player.found.cards.get("red-7")!)).toBe(true);
    expect(again.player.prompt).toBe("Do what the coach says.");
  });
});
