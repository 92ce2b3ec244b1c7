// How long a game against bots is.
import type * as Wire from "../wire";

const USUAL = 500; // points of a game of several rounds

/** The points that end a whole game, or undefined if the edition has no such game. */
export function pointsOf({ options }: Wire.EditionInfo): number | undefined {
  const target = options.find(({ name }) => name === "target");
  return target && (typeof target.default === "number" ? target.default : USUAL);
}

/** The options for how long a game against bots is: one round, unless the player wants more. */
export function lengthOf(edition: Wire.EditionInfo | undefined, whole = false): { target?: number | null } {
  const points = edition && pointsOf(edition);
  return points === undefined ? {} : { target: whole ? points : null };
}
