// The end of a round or a game, as a table of results.
import type { EditionBook } from "./catalog";
import type { TableState } from "./state";
import { languageCode, t } from "./texts";

export interface Result {
  seat: number;
  cards: string[];
  /** What the hand counts. */
  hand: number;
  /** What the round added to the total. */
  gained: number;
  total: number;
  wonRound: boolean;
  wonGame: boolean;
}

/** A line for every seat: who won first, then by total. With the lowest scoring the lowest total leads. */
export function results(state: TableState, book: EditionBook): Result[] {
  const lowest = state.options?.scoring === "lowest";
  const hands = state.hands ?? [];
  const worth = hands.map((cards) => cards.reduce((sum, card) => sum + (book.kind(card)?.value ?? 0), 0));
  const all = worth.reduce((sum, value) => sum + value, 0);
  const lines = (state.scores ?? []).map((total, seat) => ({
    seat,
    cards: hands[seat] ?? [],
    hand: worth[seat] ?? 0,
    gained:
      state.winner === null || state.winner === undefined ? 0 : lowest ? (worth[seat] ?? 0) : seat === state.winner ? all : 0,
    total,
    wonRound: seat === state.winner,
    wonGame: (state.winners ?? []).includes(seat),
  }));
  const order = lowest ? 1 : -1;
  return lines.sort((a, b) => Number(b.wonGame) - Number(a.wonGame) || order * (a.total - b.total) || a.seat - b.seat);
}

/** How long a bar is drawn for a total, from 0 to 1. */
export function share(total: number, state: TableState): number {
  const target = typeof state.options?.target === "number" ? state.options.target : 0;
  return Math.min(1, total / Math.max(target, ...(state.scores ?? []), 1));
}

/** Who has won, as a title. */
export function endTitle(state: TableState, name: (seat: number) => string): string {
  const winners = state.winners ?? [];
  if (state.stage === "over") {
    return t("end.game", { names: new Intl.ListFormat(languageCode()).format(winners.map(name)), n: winners.length });
  }
  if (state.winner === null || state.winner === undefined) return t("end.nobody");
  return t("end.round", { name: name(state.winner), round: (state.round ?? 0) + 1 });
}
