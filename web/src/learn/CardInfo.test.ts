import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

import type { TableState } from "../connection/state";
import Opponent from "../table/Opponent.svelte";
import OwnHand from "../table/OwnHand.svelte";
import { Player } from "../table/player.svelte";
import type { Scenes } from "../table/scenes.svelte";
import type { Table } from "../table/table.svelte";
import TurnBar from "../table/TurnBar.svelte";
import { book } from "../testing/example-edition";
import { find, settled, show } from "../testing/show";
import CardInfo from "./CardInfo.svelte";

/** A table at which these moves bring this, with everything on it that a player can press. */
function atTable(brings: Record<string, string>, more: Partial<TableState> = {}): void {
  const moves = Object.keys(brings);
  const consequences = moves.flatMap((move, at) => (brings[move] ? [{ says: brings[move], args: {}, moves: [at] }] : []));
  const seats = ["Ann", "Ben"].map((name) => ({ name, ready: true }));
  const state = { you: 0, moves, consequences, phase: "turn", to_move: [0], seats, counts: [2, 1], ...more } as TableState;
  const name = (seat: number): string => seats[seat].name;
  const table = {
    you: 0,
    state,
    shown: state,
    held: null,
    book,
    n: 1,
    myTurn: true,
    name,
    isReplay: false,
    written: new Map([["red-dare-3", "house rule: Sing"]]),
  } as unknown as Table;
  const scenes = { state, busy: false, shows: [], coming: {}, arriving: new Set() } as unknown as Scenes;
  const player = new Player(table, scenes, () => undefined);
  const catching = player.found.catches[0];
  show(Opponent, { seat: 1, scenes, edition: book.info, catching, oncatch: () => undefined }, table);
  show(TurnBar, { book, player }, table);
  const sizes = { most: 200, wanted: 100, describedBy: "" };
  show(OwnHand, { book, scenes, player, hand: state.hand ?? [], ...sizes }, table);
  show(CardInfo, { at: { table, player } });
}

/** What a key explains about what has the focus. */
async function explained(css: string): Promise<string[]> {
  find(css).focus();
  dispatchEvent(new KeyboardEvent("keydown", { key: "i" }));
  await settled();
  return [...find("[data-testid=info]").querySelectorAll("b, p")].map(({ textContent }) => textContent);
}

test("buttons say what they bring", async () => {
  atTable({
    draw: "Draw a card.",
    pass: "Keep the card.",
    "catch 1": "Ben draws 2.",
    uno: "You are safe.",
    wink: "Ben smiles.",
  });
  expect((await explained("[data-move=draw]")).slice(0, 2)).toEqual(["Draw", "Draw a card."]);
  expect((await explained("[data-move=pass]")).slice(0, 2)).toEqual(["Pass", "Keep the card."]);
  expect((await explained("[data-move='catch 1']")).slice(0, 2)).toEqual(["Catch Ben", "Ben draws 2."]);
  expect((await explained("[data-testid=uno]")).slice(0, 2)).toEqual(["UNO!", "You are safe."]);
  expect(find("[data-move=draw]").ariaDescription ?? find("[data-move=draw]").getAttribute("aria-description")).toBe(
    "Draw a card.",
  );
});

test("a finger that holds a button or a card sees it, and so does a mouse that rests there", async () => {
  atTable({ draw: "Draw a card.", wink: "Ben smiles." }, { to_move: [1] });
  for (const [css, says] of [
    ["[data-move=draw]", "Draw a card."],
    ["[data-testid=chance]", "Ben smiles."],
  ])
    for (const pointerType of ["touch", "mouse"]) {
      vi.useFakeTimers();
      const kind = pointerType === "touch" ? "pointerdown" : "pointermove";
      find(css).dispatchEvent(new PointerEvent(kind, { pointerType, bubbles: true }));
      vi.advanceTimersByTime(1000);
      vi.useRealTimers();
      await settled();
      expect(find("[data-testid=info]").textContent).toContain(says);
      dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
      flushSync();
    }
});

test("a card of the hand says what playing it brings now, and what the table has written on it", async () => {
  const brings = {
    "play red-7": "It's Ben's turn.",
    "play wild-draw-four red": "Ben draws 4.",
    "play wild-draw-four blue": "Ben draws 4.",
  };
  atTable(brings, { hand: ["red-7", "wild-draw-four", "red-dare-3"] });
  const facts = async (card: string) => (await explained(`[data-card=${card}]`)).slice(1, -2);
  expect(await facts("red-7")).toEqual(["It's Ben's turn."]);
  expect(await facts("wild-draw-four")).toEqual(["Ben draws 4."]);
  expect(await facts("red-dare-3")).toEqual(["House rule: Sing"]);
});

test("a card that can be played in several ways says what each brings", async () => {
  const brings = { "play wild-draw-four red": "Ann smiles.", "play wild-draw-four blue": "Ben smiles." };
  atTable(brings, { hand: ["wild-draw-four"] });
  expect(await explained("[data-card=wild-draw-four]")).toEqual(
    expect.arrayContaining([expect.stringMatching(/red: Ann smiles\.$/), expect.stringMatching(/blue: Ben smiles\.$/)]),
  );
});
