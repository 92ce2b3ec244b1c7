// The end of a round or a game, as a table of results.
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { listed, t } from "../texts";
import { teamOf } from "./teams";

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

/** A line per seat: winners of the game first, then by total. If the lowest score wins, the lowest total leads. Partners are next to each other. */
export function results(state: TableState, book: EditionBook): Result[] {
  const lowest = state.options?.scoring === "lowest";
  const hands = state.hands ?? [];
  const worth = hands.map((cards) => cards.reduce((sum, card) => sum + (book.kind(card)?.value ?? 0), 0));
  const winner = state.winner ?? null;
  const won = winner === null ? [] : teamOf(state, winner);
  const sum = (seats: readonly number[]): number => seats.reduce((all, seat) => all + (worth[seat] ?? 0), 0);
  const losers = hands.map((_, seat) => seat).filter((seat) => !won.includes(seat));
  const gained = (seat: number): number =>
    winner === null ? 0 : lowest ? sum(teamOf(state, seat)) : won.includes(seat) ? sum(losers) + (worth[winner] ?? 0) : 0;
  const lines = (state.scores ?? []).map((total, seat) => ({
    seat,
    cards: hands[seat] ?? [],
    hand: worth[seat] ?? 0,
    gained: gained(seat),
    total,
    wonRound: won.includes(seat),
    wonGame: (state.winners ?? []).includes(seat),
  }));
  const order = lowest ? 1 : -1;
  const first = ({ seat }: Result): number => Math.min(...teamOf(state, seat));
  // In a game of one round, the hands that are left decide, as on the podium.
  const left = ({ seat }: Result): number => (hasRounds(state) ? 0 : sum(teamOf(state, seat)));
  return lines.sort(
    (a, b) =>
      Number(b.wonGame) - Number(a.wonGame) ||
      order * (a.total - b.total) ||
      left(a) - left(b) ||
      first(a) - first(b) ||
      a.seat - b.seat,
  );
}

/** The length of a total's bar, from 0 to 1. */
export function share(total: number, state: TableState): number {
  const target = typeof state.options?.target === "number" ? state.options.target : 0;
  return Math.min(1, total / Math.max(target, ...(state.scores ?? []), 1));
}

/** Whether a game has more than one round, so that totals matter. */
export const hasRounds = (state: TableState): boolean => typeof state.options?.target === "number" || (state.round ?? 0) > 0;

/** The lines of every team, or of every player without teams. */
function teams(state: TableState, lines: readonly Result[]): Result[][] {
  const found = new Map<number, Result[]>();
  for (const line of lines) {
    const team = Math.min(...teamOf(state, line.seat));
    found.set(team, [...(found.get(team) ?? []), line]);
  }
  return [...found.values()];
}

/** The place of a seat or its team, from 1. In a game of one round, the hands that are left decide. Null for spectators. */
export function placeOf(state: TableState, lines: readonly Result[], who: number | null | undefined): number | null {
  const all = teams(state, lines);
  const mine = all.find((team) => team.some(({ seat }) => seat === who));
  if (!mine) return null;
  const over = state.stage === "over";
  const sign = state.options?.scoring === "lowest" ? 1 : -1;
  const score = (team: Result[]): number =>
    hasRounds(state) ? sign * team[0].total : team.reduce((sum, { hand }) => sum + hand, 0);
  const won = ([line]: Result[]): boolean => (over ? line.wonGame : !hasRounds(state) && line.wonRound);
  if (won(mine)) return 1;
  return 1 + all.filter((team) => won(team) || score(team) < score(mine)).length;
}

/** The player's own place. */
export const place = (state: TableState, lines: readonly Result[]): number | null => placeOf(state, lines, state.you);

/** The players or teams on the first three places, the best first. Everyone who shares such a place is among them. */
export function podium(state: TableState, lines: readonly Result[]): { team: Result[]; place: number }[] {
  return teams(state, lines)
    .map((team) => ({ team, place: placeOf(state, lines, team[0].seat) ?? lines.length }))
    .filter(({ place }) => place <= 3)
    .sort((a, b) => a.place - b.place);
}

/** Something kind and true for a player who didn't win the round: a number about the hand that is left. */
export function consolation(state: TableState, lines: readonly Result[], name: (seat: number) => string): string {
  const mine = lines.find(({ seat }) => seat === state.you);
  if (!mine || mine.wonRound || !state.hands || state.winner === null || state.winner === undefined) return "";
  const largest = lines.reduce((most, line) => (line.hand > most.hand ? line : most), mine);
  if (mine.cards.length === 1) return t("end.one-card", { n: mine.hand });
  if (largest.hand > mine.hand)
    return t("end.saved", { n: largest.hand - mine.hand, hand: mine.hand, name: name(largest.seat) });
  if (mine.cards.length <= 3) return t("end.few-cards", { n: mine.cards.length });
  return t("end.next-time", { cards: mine.cards.length, n: mine.hand });
}

/** The player's own result, as a title: a place for everyone who hasn't won. Spectators are told who has won. */
export function ownTitle(state: TableState, lines: readonly Result[], name: (seat: number) => string): string {
  const mine = place(state, lines);
  const { you = null, winner = null } = state;
  const over = state.stage === "over";
  const won = winner !== null && you !== null && teamOf(state, winner).includes(you);
  if (mine === null || winner === null || (over ? mine === 1 : won)) return endTitle(state, name);
  const rival = onlyRival(state, lines);
  if (mine === 2 && rival)
    return t(over ? "end.won" : "end.leads", { names: listed(rival.map(name)), n: rival.length, round: roundOf(state) });
  return over ? finalPlace(state, lines, mine) : placeSoFar(state, lines, mine);
}

/** Who has won, unless the player's own title says it. */
export function winnerToo(state: TableState, lines: readonly Result[], name: (seat: number) => string): string {
  const winner = endTitle(state, name);
  const isTold = ownTitle(state, lines, name) === winner || (state.stage === "over" && !!onlyRival(state, lines));
  return isTold ? "" : winner;
}

const roundOf = (state: TableState): number => (state.round ?? 0) + 1;

/** The seats of the only other player or team. Null if there are more. */
function onlyRival(state: TableState, lines: readonly Result[]): number[] | null {
  const all = teams(state, lines);
  const other = all.find((team) => !team.some(({ seat }) => seat === state.you));
  return all.length === 2 && other ? other.map(({ seat }) => seat) : null;
}

/** Whether a place is the last of at least three. */
const isLast = (state: TableState, lines: readonly Result[], mine: number): boolean =>
  mine > 2 && mine === teams(state, lines).length;

/** A place in the finished game, from the second on. */
function finalPlace(state: TableState, lines: readonly Result[], mine: number): string {
  if (isLast(state, lines, mine)) return t("end.place-last");
  const tied = isTied(state, lines, mine) ? "-tied" : "";
  return mine > 3 ? t(`end.place-n${tied}`, { n: mine, of: teams(state, lines).length }) : t(`end.place-${mine}${tied}`);
}

const isTied = (state: TableState, lines: readonly Result[], mine: number): boolean =>
  teams(state, lines).filter(([{ seat }]) => placeOf(state, lines, seat) === mine).length > 1;

/** A place after a round that another player has won. */
function placeSoFar(state: TableState, lines: readonly Result[], mine: number): string {
  const round = roundOf(state);
  if (mine === 1) return t("end.lead", { round });
  if (isLast(state, lines, mine)) return t("end.after-last", { round });
  if (mine > 3) return t("end.place-after", { n: mine, round });
  return t(`end.${isTied(state, lines, mine) ? "tied" : "after"}-${mine}`, { round });
}

/** Says who has won, as a title: the reader is "You", and comes first. */
export function endTitle(state: TableState, name: (seat: number) => string): string {
  const { you = null, winner = null, winners = [] } = state;
  const round = roundOf(state);
  const over = state.stage === "over";
  if (!over && winner === null) return t("end.nobody");
  const best = over ? winners : teamOf(state, winner ?? 0);
  const won = you !== null && best.includes(you);
  const others = best.filter((seat) => seat !== you).map(name);
  const names = listed(won ? [t("query.you"), ...others] : others);
  return t(`end.${over ? "game" : "round"}${won ? "-you" : ""}`, { names, round, n: best.length });
}
