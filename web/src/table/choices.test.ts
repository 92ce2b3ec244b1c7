import { describe, expect, test } from "vitest";

import { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { book as example } from "../testing/example-edition";
import {
  type Ask,
  asked,
  type Choice,
  called,
  chosen,
  doing,
  offer,
  opensItself,
  parseMove,
  playOf,
  promptOf,
} from "./choices";
import { sections } from "./sections";

const verb = (word: string, takes: string, more = {}) => ({ word, takes, rule: word, when: "", words: [], says: "", ...more });
const book = new EditionBook({
  ...example.info,
  verbs: [
    ...["accept", "challenge", "take", "dare", "done"].map((word) => verb(word, "")),
    verb("draw", "", { at: "pile" }),
    verb("pass", "", { at: "end" }),
    verb("uno", "", { at: "call" }),
    verb("play", "card", { at: "hand" }),
    verb("catch", "seat", { at: "seat" }),
    verb("tickle", "seat", { at: "seat", chance: true }),
    verb("give", "card"),
    verb("choose", "seat"),
    verb("color", "color"),
    verb("vote", "word"),
    verb("line", "text"),
    verb("block", "card color", { chance: true }),
    verb("failed", "seat", { chance: true }),
    verb("failed", "", { chance: true }),
  ],
} as never);
const at = (moves: string[], phase = "turn", to_move = [0]): TableState => ({ you: 0, moves, phase, to_move });

describe("reading moves", () => {
  test("a play has a card, for a wild a color, and maybe the call", () => {
    expect(parseMove(book, "play wild-draw-four blue uno")).toMatchObject({
      verb: "play",
      card: "wild-draw-four",
      color: "blue",
      uno: true,
    });
    expect(parseMove(book, "play red-7")).toMatchObject({ card: "red-7", color: undefined, uno: false });
  });

  test("a gift, a block or a plain verb can come with the UNO call", () => {
    expect(parseMove(book, "give red-7 uno")).toMatchObject({ verb: "give", card: "red-7", uno: true });
    expect(parseMove(book, "block wild-draw-four red uno")).toMatchObject({ card: "wild-draw-four", color: "red", uno: true });
    expect(parseMove(book, "done uno")).toMatchObject({ verb: "done", takes: "", uno: true });
  });

  test("a word can take a seat or nothing", () => {
    expect(parseMove(book, "failed 2")).toMatchObject({ takes: "seat", seat: 2 });
    expect(parseMove(book, "failed")).toMatchObject({ takes: "" });
  });

  test("free text is left to the player", () => {
    expect(parseMove(book, "line …")).toMatchObject({ takes: "text", free: true });
  });

  test("a move with an unknown verb is a plain button", () => {
    expect(parseMove(book, "sneeze")).toMatchObject({ verb: "sneeze", takes: "" });
  });
});

describe("what is offered", () => {
  test("on the turn there are cards and the pile, and no question", () => {
    const found = offer(book, at(["play red-7", "draw"]));
    expect([...found.cards.keys()]).toEqual(["red-7"]);
    expect(found.draw?.text).toBe("draw");
    expect(found.ask).toBeNull();
  });

  test("a catch and a call are never a question", () => {
    const found = offer(book, at(["uno", "catch 2"], "turn", [1]));
    expect(found.uno?.text).toBe("uno");
    expect(found.catches[0].seat).toBe(2);
    expect(found.chances).toEqual([]);
  });

  test("a verb stands where its edition puts it", () => {
    const found = offer(book, at(["draw", "catch 2", "tickle 1", "tickle 2"]));
    expect(found.catches.map(({ text }) => text)).toEqual(["catch 2", "tickle 1"]);
    expect(found.chances).toMatchObject([{ id: "tickle", choices: [{ seat: 2 }] }]); // the place is taken
  });

  test("a phase that waits for this seat is a question that opens by itself", () => {
    const found = offer(book, at(["accept", "challenge"], "answer"));
    expect(found.ask).toMatchObject({ id: "answer", owed: true });
    expect(opensItself(found)).toBe(true);
  });

  test("a question doesn't open by itself if a card would answer it too", () => {
    expect(opensItself(offer(book, at(["accept", "play red-7", "draw"], "answer")))).toBe(false);
  });

  test("a chance beside a duty is no part of the question", () => {
    const found = offer(book, at(["accept", "block wild-draw-four red", "block wild-draw-four blue"], "answer"));
    expect(found.ask?.choices.map(({ verb }) => verb)).toEqual(["accept"]);
    expect(found.chances).toMatchObject([{ id: "block", owed: false }]);
  });

  test("what can be done while the game waits for others is a chance", () => {
    const found = offer(book, at(["failed 1"], "turn", [2]));
    expect(found.ask).toBeNull();
    expect(found.chances).toMatchObject([{ id: "failed" }]);
  });

  test("a chance on the turn is no question", () => {
    expect(offer(book, at(["draw", "failed 1"]))).toMatchObject({ ask: null, chances: [{ id: "failed" }] });
  });

  test("a duty of an edition that we know nothing about is a question with all its moves", () => {
    const found = offer(book, at(["sneeze", "yodel"], "nonsense"));
    expect(found.ask).toMatchObject({ id: "nonsense", owed: true });
    expect(found.ask?.choices).toHaveLength(2);
  });

  test("a spectator is offered nothing", () => {
    expect(offer(book, { you: null, moves: [], to_move: [0], phase: "answer" })).toMatchObject({ ask: null, chances: [] });
  });
});

describe("choosing a card", () => {
  const found = offer(
    book,
    at([
      "play red-7",
      "play red-7 uno",
      "play wild-draw-four red",
      "play wild-draw-four blue",
      "play wild-draw-four red uno",
      "play wild-draw-four blue uno",
    ]),
  );

  test("the call goes with the card when it was asked for", () => {
    expect((chosen(found, "red-7", false) as Choice).text).toBe("play red-7");
    expect((chosen(found, "red-7", true) as Choice).text).toBe("play red-7 uno");
  });

  test.each([true, false])("a wild asks for its color, and the call can still be made or taken back (%s)", (call) => {
    const ask = chosen(found, "wild-draw-four", call) as Ask;
    expect(ask.id).toBe("color");
    expect(called(ask.choices, true).map(({ text }) => text)).toEqual([
      "play wild-draw-four red uno",
      "play wild-draw-four blue uno",
    ]);
    expect(called(ask.choices, false).map(({ text }) => text)).toEqual(["play wild-draw-four red", "play wild-draw-four blue"]);
  });

  test("a card that cannot be played comes to nothing", () => {
    expect(chosen(found, "red-dare-3", true)).toBeNull();
  });

  test("the UNO call is dropped if it can't be made", () => {
    expect((chosen(offer(book, at(["play red-7"])), "red-7", true) as Choice).text).toBe("play red-7");
  });

  test("a question has each choice once, with the UNO call if wanted and possible", () => {
    const { choices } = offer(book, at(["give red-7", "give red-8", "give red-7 uno", "give red-8 uno", "done"], "give"))
      .ask as Ask;
    expect(called(choices, false).map(({ text }) => text)).toEqual(["give red-7", "give red-8", "done"]);
    expect(called(choices, true).map(({ text }) => text)).toEqual(["give red-7 uno", "give red-8 uno", "done"]);
    expect(called(called(choices, true), false).map(({ text }) => text)).toEqual(["give red-7 uno", "give red-8 uno", "done"]);
  });

  test("a card is given with the call when it was asked for", () => {
    const found = offer(book, at(["give red-7", "give red-7 uno", "done"], "give"));
    expect(found.canCall).toBe(true);
    expect((chosen(found, "red-7", true) as Choice).text).toBe("give red-7 uno");
  });

  test("a card can also be given from the hand", () => {
    expect((chosen(offer(book, at(["give red-7", "done"], "give")), "red-7", false) as Choice).text).toBe("give red-7");
  });
});

test("asks why a wild can't be played with a color, and without if it names none", () => {
  expect(playOf(book, "wild-draw-four")).toEqual(["play wild-draw-four red", "play wild-draw-four"]);
  expect(playOf(book, "red-7")).toEqual(["play red-7"]);
});

test("a question shows plain answers together and the others by what they take", () => {
  const { ask } = offer(book, at(["line …", "done", "accept", "choose 1", "choose 2"], "x"));
  expect(sections(ask as Ask).map(({ takes, choices }) => [takes, choices.length])).toEqual([
    ["text", 1],
    ["", 2],
    ["seat", 2],
  ]);
});

test("only a sum of waiting draw cards is asked about as a stack", () => {
  const pending = { card: "wild", seat: 1, color_before: null };
  expect(asked({ pending: { ...pending, sum: null }, phase: "choose" })).toBe("choose");
  expect(asked({ pending, phase: "answer" })).toBe("answer");
  expect(asked({ pending: { ...pending, sum: 4 }, phase: "answer" })).toBe("stack");
});

test("whoever keeps up a dare is doing something to judge, before the vote and during it", () => {
  const running = { name: "running", holds: "dare by seat", says: "", you: "", sign: "", label: "" } as const;
  const lasting = new EditionBook({ ...example.info, shows: [running] });
  expect(doing(lasting, { special: { running: { 2: { text: "Sing" } } } })).toEqual([2]);
  expect(doing(lasting, { special: { performer: 2, running: { 0: { text: "Hum" } } } })).toEqual([2, 0]);
  expect(doing(lasting, {})).toEqual([]);
});

test("a vote on a house rule asks about the rule, and no other vote does", () => {
  const prompts = ["vote", "rule-vote"].map((name) => ({
    name,
    asks: `${name}?`,
    waits: "",
    waits_you: "",
    aloud: false,
    offers: {},
  }));
  const judging = new EditionBook({ ...example.info, phases: prompts as never });
  expect(promptOf(judging, { phase: "vote", special: { performer: 1, rule: { name: "Sing", steps: [] } } })?.asks).toBe(
    "rule-vote?",
  );
  expect(promptOf(judging, { phase: "vote", special: { performer: 1 } })?.asks).toBe("vote?");
});
