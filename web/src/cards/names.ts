/** Cards and colors in words, from the catalog and the texts. */
import type { EditionBook } from "../connection/catalog";
import { capital, game, t } from "../texts";

/** What a card shows apart from its color: "7", "Draw Two", "Wild Draw Four". */
export function faceName(book: EditionBook, card: string): string {
  const kind = book.kind(card);
  if (kind?.name) return [game(kind.name), kind.number].filter(Boolean).join(" ");
  const color = book.colorOf(card);
  const [plain] = card.split("@");
  const words = (color ? plain.slice(color.length + 1) : plain).split("-");
  const number = /^\d+$/.test(words[words.length - 1]) && words.length > 1 ? words.pop() : undefined;
  return [game(words.join(" ")), number].filter(Boolean).join(" ");
}

/** A card in words: "red 7", "Batman Hero". */
export function cardName(book: EditionBook, card: string): string {
  const color = book.colorOf(card);
  const emblem = card.split("@")[1];
  const face = faceName(book, card);
  const name = emblem ? t("card.emblem", { card: face, emblem: capital(game(emblem)) }) : face;
  return color ? t("card.colored", { card: name, color: game(color) }) : name;
}

/** A card in the middle of a sentence: "a red 7", "the Batman Hero". */
export function aCard(book: EditionBook, card: string): string {
  const name = cardName(book, card);
  if (!book.colorOf(card) && book.kind(card)?.copies === 1) return t("say.the", { card: name });
  return t(/^[aeiou]/i.test(name) ? "say.an" : "say.a", { card: name });
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
