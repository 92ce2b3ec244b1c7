/** A hand that a player had to show, such as after a challenge. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { announcements, type Names } from "./wording";

export interface ShownHand {
  seat: number;
  cards: string[];
  /** What came of it, in words. */
  verdict: string;
}

/** The hand that these events show to a viewer. With `you`, the verdict speaks to that seat. */
export function handShown(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  viewer: number | null,
  names: Names,
  you?: number | null,
): ShownHand | null {
  const shown = events.filter(({ what, to }) => to === viewer && book.happening(what)?.moves === "shown");
  if (!shown.length) return null;
  const after = events.slice(events.indexOf(shown[shown.length - 1]) + 1);
  return {
    seat: shown[0].seat ?? 0,
    cards: shown.map(({ card }) => card ?? ""),
    verdict: announcements(book, after, names, you).join(" "),
  };
}
