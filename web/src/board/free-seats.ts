import type { TableState } from "../connection/state";

/** How many seats somebody could take now: empty ones and, between games and rounds, those of bots. */
export function freeSeats({ stage, seats = [], tonight }: TableState): number {
  const isBetween = stage === "between" || (stage === "lobby" && !!tonight);
  if (stage !== "lobby" && !isBetween) return 0;
  return seats.filter((seat) => !seat || (isBetween && seat.bot)).length;
}
