/** A hand that a player had to show, such as after a challenge. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { announcements, type Names } from "./wording";

export interface ShownHand {
  seat: number;
  cards: string[];
  /** What came of it, in words. */
  verdict: string;
  /** The color that a challenge is about, and how many of the cards have it. */
  color?: string;
  matching: number;
}

/**
 * The hand that these events show to a viewer. With `you`, the verdict speaks to that seat. `pending` is what waited for an answer
 * before them. In a stack, no color decides who was honest.
 */
export function handShown(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  viewer: number | null,
  names: Names,
  you?: number | null,
  pending?: Wire.PendingCard | null,
): ShownHand | null {
  const shown = events.filter(({ what, to }) => to === viewer && book.happening(what)?.moves === "shown");
  if (!shown.length) return null;
  const after = events.slice(events.indexOf(shown[shown.length - 1]) + 1);
  const seat = shown[0].seat ?? 0;
  const cards = shown.map(({ card }) => card ?? "");
  const color = (pending?.seat === seat && !pending.sum && pending.color_before) || undefined;
  return {
    ...{ seat, cards, color },
    matching: cards.filter((card) => color && book.colorOf(card) === color).length,
    verdict: announcements(book, after, names, you).join(" "),
  };
}
