// Playing in teams: partners sit opposite and win together.
import type { TableState } from "../connection/state";

const players = (state: TableState): number => state.scores?.length ?? state.players ?? state.seats?.length ?? 0;

/** Whether this number of players can play in teams by these options. */
export const inPairs = (options: TableState["options"], count: number): boolean =>
  options?.teams === "pairs" && count >= 4 && count % 2 === 0;

/** The seat opposite, which belongs to the same team. Null without teams. */
export function partnerOf(state: TableState, seat: number | null | undefined): number | null {
  const count = players(state);
  return typeof seat === "number" && inPairs(state.options, count) ? (seat + count / 2) % count : null;
}

/** The seats of a team in order, or only this seat without teams. */
export function teamOf(state: TableState, seat: number): number[] {
  const partner = partnerOf(state, seat);
  return partner === null ? [seat] : [seat, partner].sort((a, b) => a - b);
}

/** The letter of a seat's team, or "" without teams. */
export function teamLetter(state: TableState, seat: number): string {
  const partner = partnerOf(state, seat);
  return partner === null ? "" : String.fromCharCode(65 + Math.min(seat, partner));
}
