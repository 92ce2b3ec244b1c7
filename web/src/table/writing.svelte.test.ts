import { flushSync } from "svelte";
import { expect, onTestFinished, test, vi } from "vitest";

import { announcer } from "../browser/announce.svelte";
import { book as example } from "../testing/example-edition";
import { find } from "../testing/show";
import { Player } from "./player.svelte";
import { holdQuestions } from "./writing.svelte";

/** A player with a chat, a card and a dialog, whom a question can reach. */
function page() {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <form id="chat"><input id="text"><button id="send">Send</button></form><input id="box" type="checkbox">
    <button id="card"></button><dialog open><input id="answer"></dialog>`;
  let moves = $state.raw<string[]>([]);
  const table = {
    book: example,
    myTurn: true,
    name: String,
    get state() {
      return { you: 0, moves, phase: moves.length ? "answer" : "turn", to_move: [0] };
    },
    get shown() {
      return this.state;
    },
  };
  const player = new Player(table as never, { busy: false, flush() {} } as never, () => undefined);
  const stop = $effect.root(() => holdQuestions(player));
  onTestFinished(() => {
    stop();
    vi.runAllTimers();
    document.body.innerHTML = "";
    vi.useRealTimers();
  });
  flushSync();
  const wait = (): void => (vi.advanceTimersByTime(1), flushSync());
  return {
    player,
    asks: () => flushSync(() => void (moves = ["wink", "line …"])),
    ends: () => flushSync(() => [(moves = []), (player.later = "")]),
    focus: (id: string) => (find(id).focus(), wait()),
    tell: (type: string, at = "#text") => (
      find(at).dispatchEvent(new Event(type, { bubbles: true, cancelable: true })),
      wait()
    ),
  };
}

test("a question waits while the focus is in a line of text, and opens once it is left", () => {
  const { player, asks, focus } = page();
  focus("#text");
  asks();
  expect([player.asking, player.question?.id]).toEqual([null, "answer"]);
  focus("#send");
  expect(player.asking).toBeNull();
  focus("#card");
  expect(player.asking?.id).toBe("answer");
});

test("a question that waits is announced once", () => {
  const { asks, focus } = page();
  const before = announcer.lines.at(-1)?.id ?? -1;
  focus("#text");
  asks();
  focus("#send");
  focus("#text");
  vi.advanceTimersByTime(1000);
  const said = announcer.lines.filter(({ id, text }) => id > before && text.includes("finished writing"));
  expect(said).toHaveLength(1);
});

test.each(["#card", "#box", "#answer"])("a question opens at once for a player who isn't writing, but at %s", (id) => {
  const { player, asks, focus } = page();
  focus(id);
  asks();
  expect(player.asking?.id).toBe("answer");
});

test("a question opens when the line is sent, and the next one waits again", () => {
  const { player, asks, ends, focus, tell } = page();
  focus("#text");
  tell("submit", "#chat"); // before the question
  asks();
  expect(player.asking).toBeNull();
  tell("submit", "#chat");
  expect(player.asking?.id).toBe("answer");
  ends();
  asks();
  expect(player.asking).toBeNull();
});

test("a question opens on demand, and one that was put aside stays there", () => {
  const { player, asks, focus } = page();
  focus("#text");
  asks();
  player.decide();
  flushSync();
  expect(player.asking?.id).toBe("answer");
  player.closeQuestion();
  focus("#card");
  expect(player.asking).toBeNull();
});

test("a click outside the line is over before the question opens", () => {
  const { player, asks, focus, tell } = page();
  focus("#text");
  asks();
  tell("pointerdown", "#card");
  focus("#card");
  expect(player.asking).toBeNull();
  tell("pointerup", "#card");
  expect(player.asking?.id).toBe("answer");
});
