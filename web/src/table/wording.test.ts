import { expect, test } from "vitest";

import { book, names } from "../testing/example-edition";
import { speak } from "../texts";
import { lastTold, logged } from "./shown.svelte";
import { announcements, argsInWords, lines, moveName, sentence } from "./wording";

test("a move is said with names and cards", () => {
  expect(moveName(book, "play red-7", names)).toBe("Play red 7");
  expect(moveName(book, "play wild-draw-four blue", names)).toBe("Play wild draw four and pick blue");
  expect(moveName(book, "catch 1", names)).toBe("Catch Ben");
});

test("a play with the call says both", () => {
  expect(moveName(book, "play red-7 uno", names)).toBe("Play red 7, and call UNO");
});

test("a move of an edition that we know nothing about is said by its own words", () => {
  expect(moveName(book, "wink", names)).toBe("wink");
});

test("an event is a sentence of its edition", () => {
  expect(sentence(book, { what: "played", seat: 0, card: "wild-draw-four", color: "blue", uno: true }, names)).toBe(
    "Ann plays a wild draw four and picks blue, calling UNO",
  );
  expect(sentence(book, { what: "caught", seat: 0, to: 2 }, names)).toBe("Cy catches Ann forgetting UNO");
});

test("a card that can't begin a round is followed by another", () => {
  const turned = ["wild-draw-four", "red-7"].map((card) => ({ what: "flipped", card }));
  const told = lines(book, turned, names).map(({ text }) => text);
  expect(told[0]).toBe("flipped. Another card is turned up");
  expect(told[1]).not.toContain("Another");
});

test("an event speaks to the player", () => {
  const you = 0;
  expect(sentence(book, { what: "drew", seat: 0, card: "red-7" }, names, you)).toBe("You draw a red 7");
  expect(sentence(book, { what: "played", seat: 0, card: "wild-draw-four", color: "red" }, names, you)).toBe(
    "You play a wild draw four and pick red",
  );
  expect(sentence(book, { what: "caught", seat: 0, to: 2 }, names, you)).toBe("Cy catches you forgetting UNO");
  expect(sentence(book, { what: "caught", seat: 1, to: 0 }, names, you)).toBe("You catch Ben forgetting UNO");
});

test("an event without words for the player uses the player's name", () => {
  expect(sentence(book, { what: "line", seat: 0, text: "Hi" }, names, 0)).toBe("Ann says: Hi");
});

test("hands that are swapped are one line", () => {
  const events = [
    { what: "swapped", seat: 0, to: 1 },
    ...[1, 2, 3].map(() => ({ what: "handed", seat: 0, to: 1 })),
    ...[1, 2].map(() => ({ what: "handed", seat: 1, to: 0 })),
    { what: "drew", seat: 2 },
  ];
  expect(lines(book, events, names).map(({ text }) => text)).toEqual(["Ann swaps hands with Ben", "Cy draws a card"]);
});

test('a hidden card is just "a card"', () => {
  expect(sentence(book, { what: "drew", seat: 1 }, names)).toBe("Ben draws a card");
});

test("what a player writes is not read as a placeholder", () => {
  expect(sentence(book, { what: "line", seat: 0, text: "{seat} {card}" }, names)).toBe("Ann says: {seat} {card}");
});

test("the deal isn't announced card by card", () => {
  const deal = [0, 1, 2].flatMap((seat) => Array.from({ length: 7 }, () => ({ what: "dealt", seat })));
  expect(announcements(book, deal, names)).toEqual([]);
});

test("cards drawn in a row by one player are one announcement", () => {
  const four = Array.from({ length: 4 }, () => ({ what: "drew", seat: 1 }));
  expect(announcements(book, four, names)).toEqual(["Ben draws 4 cards."]);
});

test("a player who draws hears which card", () => {
  const two = [
    { what: "drew", seat: 0, card: "red-7" },
    { what: "drew", seat: 0, card: "wild-draw-four" },
  ];
  expect(announcements(book, two, names)).toEqual(["Ann draws 2 cards: red 7; wild draw four."]);
});

test("a log shows cards drawn in a row on one line, at the place of the first", () => {
  const events = [
    { what: "played", seat: 0, card: "red-7" },
    ...Array.from({ length: 6 }, () => ({ what: "drew", seat: 1 })),
    { what: "drew", seat: 2 },
  ];
  const told = lines(book, events, names).map(({ at, text }) => [at, text]);
  expect(told).toEqual([
    [0, "Ann plays a red 7"],
    [1, "Ben draws 6 cards"],
    [7, "Cy draws a card"],
  ]);
});

test("a log names the cards the player drew", () => {
  const events = ["red-7", "blue-2"].map((card) => ({ what: "drew", seat: 0, card }));
  expect(lines(book, events, names)[0].text).toBe("Ann draws 2 cards: red 7; blue 2");
});

test("a penalty and the draw of the next turn are two lines", () => {
  const events = [0, 0, 2].map((since, n) => ({ n, since, event: { what: "drew", seat: 1 } }));
  expect(logged(book, events, names).map(({ text }) => text)).toEqual(["Ben draws 2 cards", "Ben draws a card"]);
});

test("what came of something big is told with it if it arrived together", () => {
  const told = (...sinces: number[]) => {
    const happened = [{ what: "caught", seat: 1, to: 0 }, ...[1, 1].map((seat) => ({ what: "drew", seat }))];
    return lastTold(
      book,
      logged(
        book,
        happened.map((event, n) => ({ n, since: sinces[n], event })),
        names,
      ),
    );
  };
  expect(told(0, 0, 0)).toBe("Ann catches Ben forgetting UNO. Ben draws 2 cards");
  expect(told(0, 1, 1)).toBe("Ben draws 2 cards");
  expect(lastTold(book, [])).toBe("");
});

test("cards that one player hands to another are one line, with their names if the viewer may see them", () => {
  const seven = Array.from({ length: 7 }, () => ({ what: "handed", seat: 1, to: 2 }));
  expect(lines(book, seven, names).map(({ text }) => text)).toEqual(["Ben hands Cy 7 cards"]);
  const known = ["red-7", "blue-2"].map((card) => ({ what: "handed", seat: 1, to: 2, card }));
  expect(lines(book, known, names, 2).map(({ text }) => text)).toEqual(["Ben hands Cy 2 cards: red 7; blue 2"]);
  const others = [0, 2].map((to) => ({ what: "handed", seat: 1, to }));
  expect(lines(book, others, names).map(({ text }) => text)).toEqual(["Ben hands Ann a card", "Ben hands Cy a card"]);
});

test("a hand that is shown is one line, with its cards if the viewer may see them", () => {
  const shows = { what: "shows", seat: 1, to: 0 };
  const shown = ["red-7", "blue-2"].map((card) => ({ what: "shown", seat: 1, to: 0, card }));
  expect(lines(book, [shows, ...shown], names, 0).map(({ text }) => text)).toEqual(["Ben shows you their hand: red 7; blue 2"]);
  const hidden = shown.map(({ what, seat, to }) => ({ what, seat, to }));
  expect(lines(book, [shows, ...hidden], names, 2).map(({ text }) => text)).toEqual(["Ben shows Ann their hand"]);
});

test("a vote is one line of the log", () => {
  const voted = [0, 2].map((seat) => ({ what: "voted", seat }));
  const ballots = [
    { what: "ballot", seat: 0, word: "yes" },
    { what: "ballot", seat: 2, word: "no" },
  ];
  const vote = [{ what: "vote", seat: 1 }, ...voted, ...ballots, { what: "verdict", seat: 1, word: "succeeds" }];
  const told = (count: number) =>
    logged(
      book,
      vote.slice(0, count).map((event, n) => ({ n, since: Math.min(n, 3), event })),
      names,
      0,
    ).map(({ text }) => text);
  expect(told(3)).toEqual(["The table judges Ben"]);
  expect(told(6)).toEqual(["Ben's attempt succeeds. Yes: you. No: Cy"]);
});

test("drawn cards are joined in German too", async () => {
  await speak("de");
  const six = Array.from({ length: 6 }, () => ({ what: "drew", seat: 1 }));
  expect(lines(book, six, names)[0].text).toBe("Ben zieht 6 Karten");
  expect(announcements(book, six, names)).toEqual(["Ben zieht 6 Karten."]);
});

test("the same card played twice is announced twice", () => {
  const twice = [
    { what: "played", seat: 0, card: "red-7" },
    { what: "played", seat: 0, card: "red-7" },
  ];
  expect(announcements(book, twice, names)).toEqual(["Ann plays a red 7.", "Ann plays a red 7."]);
});

test("a burst keeps its order", () => {
  const burst = [
    { what: "played", seat: 0, card: "red-7" },
    { what: "drew", seat: 1 },
    { what: "drew", seat: 2 },
    { what: "caught", seat: 0, to: 1 },
  ];
  expect(announcements(book, burst, names)).toEqual([
    "Ann plays a red 7.",
    "Ben draws a card.",
    "Cy draws a card.",
    "Ben catches Ann forgetting UNO.",
  ]);
});

test("the arguments of a refusal are put into words", () => {
  const args = { card: "red-7", color: "blue", symbol: "draw-two", seat: 1, seats: [0, 2], n: 3, when: "on your turn" };
  expect(argsInWords(book, args, names)).toEqual({
    card: "red 7",
    color: "blue",
    symbol: "draw two",
    seat: "Ben",
    seats: "Ann and Cy",
    n: 3,
    when: "on your turn",
  });
});
