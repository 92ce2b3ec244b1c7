// How long a game is.
import { t } from "../texts";
import type * as Wire from "../wire";

/** The option for how long a game is. */
export const TARGET = "target";
const USUAL = 500; // points of a game of several rounds

/** The points that end a whole game, or undefined if the edition has no such game. */
export function pointsOf({ options }: Wire.EditionInfo): number | undefined {
  const target = options.find(({ name }) => name === TARGET);
  return target && (typeof target.default === "number" ? target.default : USUAL);
}

/** The options for how long a game is: one round, unless the player wants more. */
export function lengthOf(edition: Wire.EditionInfo | undefined, whole = false): { target?: number | null } {
  const points = edition && pointsOf(edition);
  return points === undefined ? {} : { target: whole ? points : null };
}

/** In words, how long a game with this target is. */
export const lengthTold = (target: unknown): string =>
  typeof target === "number" ? t("home.to", { n: target }) : t("home.one-round");

/** The same for a table, whose options may name only what isn't at its default. Nothing if the edition has no other length. */
export function tableLength({ options }: Wire.EditionInfo, values: Record<string, unknown>): string {
  const target = options.find(({ name }) => name === TARGET);
  return target ? lengthTold({ [TARGET]: target.default, ...values }[TARGET]) : "";
}
