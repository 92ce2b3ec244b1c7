// The order in which a hand is shown.

import { type Deck, wordsOf } from "./face-layout";

export const SORTS = ["color", "number", "dealt"] as const;
export type Sort = (typeof SORTS)[number];

/** A hand in the order in which it is shown. Wilds are last, except as dealt. */
export function sorted(deck: Deck, hand: readonly string[], by: Sort = "color"): string[] {
  if (by === "dealt") return [...hand];
  const place = new Map(
    deck.kinds.map((kind, i) => {
      const color = kind.color ? deck.colors.findIndex((c) => c.name === kind.color) : 99;
      const number = kind.color ? (kind.number ?? 50) : 99;
      return [kind.text, by === "color" ? [color, i] : [number, wordsOf(kind).join(" "), color]];
    }),
  );
  const before = (a: (string | number)[] = [], b: (string | number)[] = []): number => {
    const at = a.findIndex((part, i) => part !== b[i]);
    return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
  };
  return [...hand].sort((a, b) => before(place.get(a), place.get(b)));
}

/** A key for each card of a hand that stays with it while others come and go: its text, and which of its copies it is. */
export function keyed(hand: readonly string[]): { key: string; card: string }[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { key: `${card}#${copy}`, card };
  });
}
