// What is drawn on a card, as its kind in the catalog says: no card and no edition is known here by name.

import type * as Wire from "../wire";
import { GLYPHS } from "./face-drawings";

/** The part of a catalog's kind that a face needs. */
export type Printed = Pick<Wire.KindInfo, "text" | "color" | "symbol" | "emblem" | "number" | "digits" | "glyph" | "foil">;

/** The part of a catalog's edition that faces need. */
export interface Deck {
  id: string;
  colors: readonly { name: string; symbol: string; glyph?: string }[];
  kinds: readonly Printed[];
}

export interface Emblem {
  name: string;
  letter: string;
  index: number;
}

export interface Face {
  card: string;
  color: string | null;
  shape: string;
  /** Digits in the middle and in the corners: a number, or "+2". */
  digits: string;
  /** The name of a drawing in face-drawings.ts; "" where digits are enough, "wild" for a plain wild. */
  glyph: string;
  /** Letters for a card that has neither digits nor a drawing. */
  monogram: string;
  /** Cards drawn behind "+2" and the like. */
  fan: number;
  emblem: Emblem | null;
  foil: boolean;
}

/** What a card is called, word by word, without its color and without the word that all wilds share. */
export function wordsOf({ text, color }: Printed): string[] {
  const all = text.split("@")[0].split("-");
  const [first] = all;
  return first === color || (first === "wild" && all.length > 1) ? all.slice(1) : all;
}

function emblemOf(deck: Deck, kind: Printed): Emblem | null {
  const name = kind.emblem || (kind.foil ? "" : (kind.text.split("@")[1] ?? ""));
  if (!name) return null;
  const names = [...new Set(deck.kinds.filter((k) => !k.foil).map((k) => k.emblem || k.text.split("@")[1] || ""))].filter(
    Boolean,
  );
  return { name, letter: name[0].toUpperCase(), index: names.indexOf(name) };
}

function make(deck: Deck, kind: Printed): Face {
  const { text, color, digits = "", glyph: named = "", foil = false } = kind;
  const glyph = named === "wild" || named in GLYPHS ? named : "";
  const monogram = digits || glyph ? "" : initials(wordsOf(kind));
  const shape = deck.colors.find(({ name }) => name === color)?.symbol ?? "all";
  const fan = digits.startsWith("+") ? Math.min(Number(digits.slice(1)), 4) : 0;
  return { card: text, color, shape, digits, glyph, monogram, fan, emblem: emblemOf(deck, kind), foil };
}

const initials = (words: string[]): string =>
  words
    .map((word) => word[0]?.toUpperCase() ?? "")
    .join("")
    .slice(0, 2);

const known = new WeakMap<Deck, Map<string, Face>>();

/** The face of a card of an edition; a card that the edition does not have shows its number or its initials. */
export function face(deck: Deck, card: string): Face {
  let faces = known.get(deck);
  if (!faces) known.set(deck, (faces = new Map(deck.kinds.map((kind) => [kind.text, make(deck, kind)]))));
  return faces.get(card) ?? make(deck, unknown(deck, card));
}

function unknown(deck: Deck, text: string): Printed {
  const color = deck.colors.find(({ name }) => text.startsWith(`${name}-`))?.name ?? null;
  return { text, color, digits: /^[^-]+-(\d+)$/.exec(text)?.[1] };
}
