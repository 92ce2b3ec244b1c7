/** Cards and colors in words, from the catalog and the texts. */
import type { EditionBook } from "../connection/catalog";
import { game } from "../texts";

/** What a card shows besides its color: "7", "draw two", "wild draw four". */
export function faceName(book: EditionBook, card: string): string {
  const color = book.colorOf(card);
  const [plain] = card.split("@");
  const words = (color ? plain.slice(color.length + 1) : plain).split("-");
  const number = /^\d+$/.test(words[words.length - 1]) && words.length > 1 ? words.pop() : undefined;
  return [game(words.join(" ")), number].filter(Boolean).join(" ");
}

/** A card in words: "red 7", "wild draw four, batman". */
export function cardName(book: EditionBook, card: string): string {
  const color = book.colorOf(card);
  const emblem = card.split("@")[1];
  const name = color ? `${game(color)} ${faceName(book, card)}` : faceName(book, card);
  return emblem ? `${name}, ${game(emblem)}` : name;
}

/** A color with its shape: "red, circle". */
export function colorName(book: EditionBook, color: string): string {
  return `${game(color)}, ${game(book.symbol(color))}`;
}

/** A card as a button is named: "red 7, circle". */
export function cardLabel(book: EditionBook, card: string): string {
  const color = book.colorOf(card);
  return color ? `${cardName(book, card)}, ${game(book.symbol(color))}` : cardName(book, card);
}
