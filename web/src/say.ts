/** Cards, moves and events in words. Pure: what the words are comes from the catalog and the texts. */
import type { EditionBook } from "./catalog";
import { game, t } from "./texts";
import type * as Wire from "./wire";

export type Names = (seat: number) => string;

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

/** A move in words, as a button says it: "Play red 7", "Catch Ann", as its verb says. */
export function moveName(book: EditionBook, move: string, names: Names): string {
  const [word, ...rest] = move.split(" ");
  const verb = book.info.verbs.find((each) => each.word === word && !!each.takes === rest.length > 0) ?? book.verb(word);
  const uno = rest.at(-1) === "uno" && word === "play";
  if (uno) rest.pop();
  const isCard = verb?.takes.startsWith("card");
  const parts = {
    card: isCard ? cardName(book, rest[0]) : "",
    color: game((isCard ? rest[1] : rest[0]) ?? ""),
    seat: verb?.takes === "seat" ? names(Number(rest[0])) : "",
    word: game(rest[0] ?? ""),
  };
  const text = verb?.says ? game(verb.says, parts) : [game(word), ...rest.map((part) => (book.kind(part) ? cardName(book, part) : game(part)))].join(" ");
  const spoken = isCard && rest[1] ? `${text}, ${parts.color}` : text;
  return uno ? t("move.uno-too", { move: spoken }) : spoken;
}

/** What stands in the braces of a refusal or a hint, in words: cards, colors and seats by their names. */
export function argsInWords(book: EditionBook, args: Record<string, unknown>, names: Names): Record<string, string | number> {
  const words = Object.entries(args).map(([name, value]) => [name, argInWords(book, name, value, names)]);
  return Object.fromEntries(words) as Record<string, string | number>;
}

function argInWords(book: EditionBook, name: string, value: unknown, names: Names): string | number {
  if (Array.isArray(value)) return value.map((each) => argInWords(book, name.replace(/s$/, ""), each, names)).join(", ");
  if (name === "seat" && typeof value === "number") return names(value);
  if (typeof value === "number") return value;
  const text = String(value);
  return book.kind(text) ? cardName(book, text) : game(name === "symbol" ? text.replaceAll("-", " ") : text);
}

/** An event as a sentence without its full stop. */
export function sentence(book: EditionBook, event: Wire.GameEvent, names: Names): string {
  const says = book.happening(event.what)?.says ?? event.what;
  const color = event.color ? game(event.color) : "";
  return game(says, {
    seat: event.seat === undefined ? "" : names(event.seat),
    to: event.to === undefined ? "" : names(event.to),
    card: event.card ? cardName(book, event.card) : t("say.a-card"),
    color: event.what === "played" && color ? t("say.and-names", { color }) : color,
    uno: event.uno ? t("say.uno") : "",
    n: event.n ?? "",
    word: event.word ? game(event.word) : "",
    text: event.text ?? "…",
  });
}

const QUIET = new Set(["dealt", "cut", "returned"]); // the deal, card by card: the table tells how many

/** What is told aloud of some events: in order, runs of the same kind as one, each a whole sentence. */
export function announcements(book: EditionBook, events: readonly Wire.GameEvent[], names: Names): string[] {
  const told: string[] = [];
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (QUIET.has(event.what)) continue;
    let run = 1;
    while (isRun(event, events[i + run])) run++;
    if (run > 1 && event.seat !== undefined) {
      const cards = events.slice(i, i + run).map((each) => each.card && cardName(book, each.card));
      const says = book.happening(event.what)?.says ?? "";
      told.push(`${game(says, { seat: names(event.seat), card: t("say.cards", { n: run }) })}${listed(cards)}.`);
      i += run - 1;
    } else {
      told.push(`${sentence(book, event, names)}.`);
    }
  }
  return told;
}

function isRun(first: Wire.GameEvent, next: Wire.GameEvent | undefined): boolean {
  return first.what === "drew" && next?.what === "drew" && next.seat === first.seat;
}

function listed(cards: (string | undefined)[]): string {
  return cards.every(Boolean) ? `: ${cards.join("; ")}` : "";
}
