import type { EditionBook } from "../connection/catalog";
import { parseMove } from "../table/choices";
import { moveName, type Names } from "../table/wording";
import { capital, t } from "../texts";

/** A move as a review tells it. A button may say only whom it picks, but away from its question that is no sentence. */
export function moveTold(book: EditionBook, move: string, names: Names): string {
  const said = moveName(book, move, names);
  const { seat } = parseMove(book, move);
  return capital(seat !== undefined && said === names(seat) ? t("move.pick", { name: said }) : said);
}
