import { flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { book as example } from "../testing/example-edition";
import { DONE, type ChatLine } from "./chat";
import { AFTER_A_LINE, holdVotes, LONGEST } from "./performance.svelte";
import { show } from "../testing/show";
import Performs from "./Performs.svelte";
import { Player } from "./player.svelte";

const dare = { name: "dare", holds: "dare", says: "", you: "", sign: "", label: "" } as const;
const phases = [{ name: "vote", asks: "Did {seat} do it?", waits: "", aloud: false, offers: {} }];
const book = new EditionBook({ ...example.info, shows: [dare], phases });

/** A table where Ben performs and the player of the page has to vote, once it begins. */
function stage(ben: object = { name: "Ben" }, more: object = {}, seconds?: number) {
  vi.useFakeTimers();
  const clocks = seconds === undefined ? {} : { 0: Date.now() + seconds * 1000 };
  let chat = $state.raw<ChatLine[]>([]);
  let isOn = $state(false);
  const table = {
    ...{ book, myTurn: true, you: 0, addressed: 0, heardBefore: {}, clockOffset: 0, isLesson: false },
    name: (seat: number) => ["Ann", "Ben"][seat],
    get chat() {
      return chat;
    },
    get state(): TableState {
      const special = isOn ? { performer: 1, dare: { number: 3 } } : {};
      const moves = isOn ? ["vote yes", "vote no"] : [];
      const seats = [{ name: "Ann" }, ben];
      return { you: 0, moves, phase: isOn ? "vote" : "turn", special, to_move: [0], seats, clocks } as TableState;
    },
    get shown(): TableState {
      return this.state;
    },
    ...more,
  };
  const player = new Player(table as never, { busy: false, flush() {} } as never, () => undefined);
  const stop = $effect.root(() => holdVotes(player, table as never));
  onTestFinished(() => {
    stop();
    vi.runAllTimers(); // what is announced later is announced now
    vi.useRealTimers();
  });
  flushSync();
  const wait = (milliseconds: number): void => (vi.advanceTimersByTime(milliseconds), flushSync());
  return {
    player,
    wait,
    begins: () => flushSync(() => void (isOn = true)),
    ends: () => flushSync(() => [(isOn = false), (player.later = "")]),
    says: (line: Partial<ChatLine>) => {
      flushSync(() => void (chat = [...chat, { n: chat.length, seat: 1, name: "Ben", ...line }]));
      wait(0);
    },
  };
}

test("somebody who performs is watched first, and the page says so", () => {
  const said = vi.spyOn(announcer, "say").mockReturnValue();
  const { player, begins, wait } = stage();
  begins();
  expect([player.asking, player.prompt]).toEqual([null, "Ben is on: you vote afterward, or decide now."]);
  expect(said).toHaveBeenCalledWith("Ben is on: you vote afterward, or decide now.", "polite");
  wait(LONGEST - 1);
  expect(player.asking).toBeNull();
  wait(1);
  expect([player.asking?.id, player.prompt]).toEqual(["vote", "Did Ben do it?"]);
  said.mockRestore();
});

test("the question opens as soon as the performer is done", () => {
  const { player, begins, says } = stage();
  begins();
  says({ seat: 0, emote: DONE });
  expect(player.asking).toBeNull();
  says({ emote: DONE });
  expect(player.asking?.id).toBe("vote");
});

test("after a line in the chat, there is a moment for another one", () => {
  const { player, begins, says, wait } = stage();
  begins();
  says({ text: "La la" });
  wait(AFTER_A_LINE - 1);
  says({ text: "la" });
  wait(AFTER_A_LINE - 1);
  expect(player.asking).toBeNull();
  wait(1);
  expect(player.asking?.id).toBe("vote");
});

test("whoever decides right away isn't asked again when the time is over", () => {
  const { player, begins, wait } = stage();
  begins();
  flushSync(player.decide);
  expect(player.asking?.id).toBe("vote");
  flushSync(player.closeQuestion);
  wait(LONGEST);
  expect([player.asking, player.prompt]).toEqual([null, "Did Ben do it?"]);
});

test("the next performance is watched, too", () => {
  const { player, begins, ends, wait } = stage();
  begins();
  wait(LONGEST);
  ends();
  expect(player.watches).toBe("");
  begins();
  expect([player.asking, player.prompt]).toEqual([null, "Ben is on: you vote afterward, or decide now."]);
});

test.each([
  ["a bot", { name: "Ben", bot: "easy" }, {}],
  ["a player who is away", { name: "Ben", away: "clock" }, {}],
  ["a lesson's player", { name: "Ben" }, { isLesson: true }],
])("nobody waits for %s", (_, ben, more) => {
  const { player, begins } = stage(ben, more);
  begins();
  expect(player.asking?.id).toBe("vote");
});

test("half of a short clock is left to decide", () => {
  const { player, begins, wait } = stage(undefined, {}, 10);
  begins();
  wait(4900);
  expect(player.asking).toBeNull();
  wait(200);
  expect(player.asking?.id).toBe("vote");
});

test("whoever performs hears what to do, what the card says, what it costs, and how to end it", () => {
  const said = vi.spyOn(announcer, "say").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const shows = [{ name: "rule", holds: "rule", says: "", you: "", sign: "", label: "" }] as const;
  const performs = { does: "performs", who: ["me"], takes_n: true, needs_text: true };
  const clauses = [{ who: "me", n: null, text: "you do what the text says, or draw {n}" }];
  const options = [{ ...example.info.options[0], form: { type: "rules", steps: [{ ...performs, clauses }], then: "; then " } }];
  const rules = new EditionBook({ ...example.info, shows: [...shows], options: options as never });
  const rule = { name: "Sing", text: "Sing a line.", steps: [{ does: "performs", who: "chosen", n: 2 }] };
  const table = { book: rules, shown: { special: { rule } }, state: { settings: {} } };
  const player = { mayFinish: true, prompt: "You're on.", finish: vi.fn() };
  show(Performs as never, { player } as never, table as never);
  expect(said).toHaveBeenCalledWith(
    "You're on. “Sing a line.” You do what the text says, or draw 2. Then press “I'm done”.",
    "polite",
  );
});
