import type { EditionBook } from "../connection/catalog";
import { parseMove } from "../table/choices";
import { moveName, type Names } from "../table/wording";
import { capital, t } from "../texts";
import type { KeyMoment } from "./replay";

/** A move as a review tells it. A button may say only whom it picks, but away from its question that is no sentence. */
export function moveTold(book: EditionBook, move: string, names: Names): string {
  const said = moveName(book, move, names);
  const { seat } = parseMove(book, move);
  return capital(seat !== undefined && said === names(seat) ? t("move.pick", { name: said }) : said);
}

/** The same for what a player decided: null is a chance that they let pass. */
export const choiceTold = (book: EditionBook, move: string | null, names: Names): string =>
  move === null ? t("reviewed.passed") : moveTold(book, move, names);

/** What a key moment is called. */
export const keyName = ({ kind, seat }: KeyMoment, names: Names): string =>
  t(`replay.key-${kind}`, { name: seat >= 0 ? names(seat) : "" });

/** The same with its move, and what would have been better. */
export function keyTold(book: EditionBook, key: KeyMoment, names: Names): string {
  const { move, better } = key;
  if (move === undefined) return keyName(key, names);
  return t(better === undefined ? "replay.key-move" : "replay.key-better", {
    key: keyName(key, names),
    move: choiceTold(book, move, names),
    better: better === undefined ? "" : choiceTold(book, better, names),
  });
}
