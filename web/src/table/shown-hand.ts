/** A hand that a player had to show, such as after a challenge. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { announcements, type Names } from "./wording";

export interface ShownHand {
  seat: number;
  cards: string[];
  /** What came of it, in words. */
  verdict: string;
  /** The color that a challenge is about. */
  color?: string;
  /** Which of the cards decided it: those of that color, or else the wilds, if they made the play a bluff. */
  matching: boolean[];
  /** Which text says what these cards have to do with the color. */
  about: "play.color-held" | "play.color-wild" | "play.color-lacking" | "play.color-lacking-wilds";
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
  // Cards that are drawn then would be taken for the hand.
  const uncovered = (event: Wire.GameEvent): Wire.GameEvent =>
    book.happening(event.what)?.moves === "in" ? { ...event, card: undefined } : event;
  const shown = events.filter(({ what, to }) => to === viewer && book.happening(what)?.moves === "shown");
  if (!shown.length) return null;
  const after = events.slice(events.indexOf(shown[shown.length - 1]) + 1);
  const seat = shown[0].seat ?? 0;
  const cards = shown.map(({ card }) => card ?? "");
  const color = (pending?.seat === seat && !pending.sum && pending.color_before) || undefined;
  const colors = cards.map((card) => book.colorOf(card));
  const isHeld = !!color && colors.includes(color);
  const isBluff = after.some(({ word }) => word === "guilty");
  const wildsCount = book.info.rulebook.some(({ id }) => id === "wd4-wilds-match");
  const decides = isHeld ? color : color && isBluff ? null : undefined;
  return {
    ...{ seat, cards, color },
    matching: colors.map((each) => each === decides),
    about: isHeld
      ? "play.color-held"
      : isBluff
        ? "play.color-wild"
        : wildsCount
          ? "play.color-lacking-wilds"
          : "play.color-lacking",
    verdict: announcements(book, after.map(uncovered), names, you).join(" "),
  };
}
