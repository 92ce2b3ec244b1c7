/** What each card of an edition does, for a beginner. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { doesOf } from "./card-texts";

type Kind = Wire.KindInfo;

export interface CardGroup {
  does: string;
  /** One card of each name, to show. */
  cards: Kind[];
  names: string[];
  /** The least and the most a card of it is worth. */
  worth: [number, number];
  copies: number;
  /** One of them in play. */
  example?: Wire.CardExampleInfo;
}

/** The cards of a deck: those that do the same belong together. */
export function groups(book: EditionBook): CardGroup[] {
  const found = new Map<string, Kind[]>();
  for (const kind of book.info.kinds.filter(({ copies }) => copies))
    found.set(doesOf(kind), [...(found.get(doesOf(kind)) ?? []), kind]);
  return [...found].map(([does, kinds]) => {
    const names = [...new Set(kinds.map(({ name }) => name))];
    const values = kinds.map(({ value }) => value);
    return {
      does,
      names,
      cards: names.map((name) => kinds.find((kind) => kind.name === name) as Kind),
      worth: [Math.min(...values), Math.max(...values)],
      copies: kinds.reduce((sum, { copies }) => sum + copies, 0),
      example: book.info.primer.cards.find(({ card }) => names.includes(book.kind(card)?.name ?? "")),
    };
  });
}
