/** What a beginner needs of an edition, made from its deck: which card matches, and what each card does. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";
import { doesOf } from "./card-texts";

type Kind = Wire.KindInfo;

export interface Match {
  top: Kind;
  /** Cards that can be played on it, each for another reason. */
  color?: Kind;
  symbol?: Kind;
  wild?: Kind;
  /** A card that can't. */
  none?: Kind;
}

/** An example of what matches: a plain card on the pile, and cards of a hand. */
export function matching(book: EditionBook): Match | null {
  const kinds = book.info.kinds.filter(({ copies }) => copies);
  const plain = kinds.filter(({ color, digits, value }) => color && digits && value > 4 && value < 10);
  const [top] = plain;
  if (!top) return null;
  const others = plain.filter(({ color }) => color !== top.color);
  const symbol = others.find((kind) => kind.symbol === top.symbol);
  return {
    top,
    color: plain.find((kind) => kind.color === top.color && kind.symbol !== top.symbol),
    symbol,
    wild: kinds.find(({ color }) => !color),
    none: others.find((kind) => kind.symbol !== top.symbol && kind.color !== symbol?.color),
  };
}

export interface CardGroup {
  does: string;
  /** One card of each name, to show. */
  cards: Kind[];
  names: string[];
  /** The least and the most a card of it is worth. */
  worth: [number, number];
  copies: number;
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
    };
  });
}
