// The end of a round or a game, as a table of results.
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { listed, t } from "../texts";

export interface Result {
  seat: number;
  cards: string[];
  /** What the hand is worth. */
  hand: number;
  /** What the round added to the total. */
  gained: number;
  total: number;
  wonRound: boolean;
  wonGame: boolean;
}

/** A line per seat: winners of the game first, then by total. If the lowest score wins, the lowest total leads. */
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

/** The length of a total's bar, from 0 to 1. */
export function share(total: number, state: TableState): number {
  const target = typeof state.options?.target === "number" ? state.options.target : 0;
  return Math.min(1, total / Math.max(target, ...(state.scores ?? []), 1));
}

/** Says who has won, as a title: the reader is "You", and comes first. */
export function endTitle(state: TableState, name: (seat: number) => string): string {
  const { you = null, winner = null, winners = [] } = state;
  const round = (state.round ?? 0) + 1;
  if (state.stage === "over") {
    const won = you !== null && winners.includes(you);
    const names = winners.filter((seat) => seat !== you).map(name);
    return t(won ? "end.game-you" : "end.game", { names: listed(won ? [t("query.you"), ...names] : names), n: winners.length });
  }
  if (winner === null) return t("end.nobody");
  return winner === you ? t("end.round-you", { round }) : t("end.round", { name: name(winner), round });
}
