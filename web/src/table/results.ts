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

/** Whether a game has more than one round, so that totals matter. */
export const hasRounds = (state: TableState): boolean => typeof state.options?.target === "number" || (state.round ?? 0) > 0;

/** The place of a seat, from 1. In a game of one round, the hands that are left decide. Null for spectators. */
export function placeOf(state: TableState, lines: readonly Result[], who: number | null | undefined): number | null {
  const mine = lines.find(({ seat }) => seat === who);
  if (!mine) return null;
  const over = state.stage === "over";
  const sign = state.options?.scoring === "lowest" ? 1 : -1;
  const score = (line: Result): number => (hasRounds(state) ? sign * line.total : line.hand);
  const won = (line: Result): boolean => (over ? line.wonGame : !hasRounds(state) && line.wonRound);
  if (won(mine)) return 1;
  return 1 + lines.filter((line) => won(line) || score(line) < score(mine)).length;
}

/** The player's own place. */
export const place = (state: TableState, lines: readonly Result[]): number | null => placeOf(state, lines, state.you);

/** The best three with their places, the best first. */
export function podium(state: TableState, lines: readonly Result[]): { line: Result; place: number }[] {
  return lines
    .map((line) => ({ line, place: placeOf(state, lines, line.seat) ?? lines.length }))
    .sort((a, b) => a.place - b.place)
    .slice(0, 3);
}

/** Something kind and true for a player who didn't win the round, about the hand that is left. */
export function consolation(state: TableState, lines: readonly Result[], name: (seat: number) => string): string {
  const mine = lines.find(({ seat }) => seat === state.you);
  if (!mine || mine.wonRound || !state.hands || state.winner === null || state.winner === undefined) return "";
  const dearest = lines.reduce((most, line) => (line.hand > most.hand ? line : most), mine);
  if (mine.cards.length === 1) return t("end.one-card");
  if (dearest.hand > mine.hand)
    return t("end.saved", { n: dearest.hand - mine.hand, hand: mine.hand, name: name(dearest.seat) });
  if (mine.cards.length <= 3) return t("end.few-cards", { n: mine.cards.length });
  return t("end.next-time");
}

/** The player's own result, as a title. Spectators are told who has won. */
export function ownTitle(state: TableState, lines: readonly Result[], name: (seat: number) => string): string {
  const mine = place(state, lines);
  const { you = null, winner = null } = state;
  const over = state.stage === "over";
  if (mine === null || winner === null || (over ? mine === 1 : winner === you)) return endTitle(state, name);
  const last = mine === lines.length;
  if (over) return last || mine > 3 ? endTitle(state, name) : t(`end.place-${mine}`);
  const round = (state.round ?? 0) + 1;
  return mine === 1 ? t("end.lead", { round }) : last ? endTitle(state, name) : t("end.place-after", { n: mine, round });
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
