/** Moves and events in words. Pure: the words come from the catalog and the texts. */
import { aCard, cardName } from "../cards/names";
import type { EditionBook } from "../connection/catalog";
import { game, listed, t } from "../texts";
import type * as Wire from "../wire";
import { parseMove } from "./choices";

export type Names = (seat: number) => string;

/** A move in its verb's words, for a button: "Play red 7", "Catch Ann". `sum` is what a stack of draw cards has added up to. */
export function moveName(book: EditionBook, move: string, names: Names, sum?: number | null): string {
  const { verb: word, card, color, seat, word: said, uno } = parseMove(book, move);
  const verb = book.verb(word, move !== word);
  if (verb?.stack && sum) return t("move.take", { n: sum });
  const parts = {
    card: card ? cardName(book, card) : "",
    color: game(color ?? ""),
    seat: seat === undefined ? "" : names(seat),
    word: game(said ?? ""),
  };
  const text = verb?.says
    ? game(verb.says, parts)
    : [game(word), parts.card, card ? "" : parts.color, parts.seat, parts.word].filter(Boolean).join(" ");
  const spoken = card && color ? t("move.and-pick", { move: text, color: parts.color }) : text;
  return uno ? t("move.uno-too", { move: spoken }) : spoken;
}

/** The arguments of a refusal or a hint in words: cards, colors and seats by name. */
export function argsInWords(book: EditionBook, args: Record<string, unknown>, names: Names): Record<string, string | number> {
  const words = Object.entries(args).map(([name, value]) => [name, argInWords(book, name, value, names)]);
  return Object.fromEntries(words) as Record<string, string | number>;
}

function argInWords(book: EditionBook, name: string, value: unknown, names: Names): string | number {
  if (Array.isArray(value)) return listed(value.map((each) => String(argInWords(book, name.replace(/s$/, ""), each, names))));
  if (name === "seat" && typeof value === "number") return names(value);
  if (typeof value === "number") return value;
  const text = String(value);
  return book.kind(text) ? cardName(book, text) : game(name === "symbol" ? text.replaceAll("-", " ") : text);
}

/** An event as a sentence without a period, which addresses the seat `you`. `cards` replaces its card if several went the same way. */
export function sentence(
  book: EditionBook,
  event: Wire.GameEvent,
  names: Names,
  you: number | null = null,
  cards?: string,
): string {
  const happening = book.happening(event.what);
  const isYou = you !== null && event.seat === you;
  const addressed = isYou ? happening?.you : you !== null && event.to === you ? happening?.to_you : "";
  const color = event.color ? game(event.color) : "";
  return game(addressed || (happening?.says ?? event.what), {
    seat: event.seat === undefined ? "" : names(event.seat),
    to: event.to === undefined ? "" : names(event.to),
    card: cards ?? (event.card ? aCard(book, event.card) : t("say.a-card")),
    color: event.what === "played" && color ? t(isYou ? "say.and-you-pick" : "say.and-picks", { color }) : color,
    uno: event.uno ? t("say.uno") : "",
    n: event.n ?? "",
    word: event.word ? game(happening?.spoken?.[happening.words.indexOf(event.word)] ?? event.word) : "",
    text: event.text ?? "…",
  });
}

export interface Line {
  /** The index of its first event. */
  at: number;
  event: Wire.GameEvent;
  text: string;
}

const TOGETHER = new Set(["in", "gift", "shown", "handed"]); // cards that go the same way one by one share a line
const HANDS = new Set(["swap", "rotate"]); // one line tells it, not one for each card
const BALLOTS = ["yes", "no", "abstain"] as const;

/**
 * Events as sentences, in order. Six cards drawn in a row are one sentence that says how many, and which if the viewer may
 * know. `atOnce` tells whether two events come from the same move. A vote is one sentence too.
 */
export function lines(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  names: Names,
  you: number | null = null,
  atOnce: (first: number, next: number) => boolean = () => true,
): Line[] {
  const told: Line[] = [];
  let whole = ""; // how whole hands have just moved
  for (let at = 0, next: number; at < events.length; at = next) {
    const event = events[at];
    const moves = book.happening(event.what)?.moves ?? "";
    const isLike = ({ what, seat, to }: Wire.GameEvent): boolean =>
      what === event.what && (what === "ballot" || (TOGETHER.has(moves) && seat === event.seat && to === event.to));
    next = at + 1;
    while (next < events.length && isLike(events[next]) && atOnce(at, next)) next++;
    if ((moves === "handed" && HANDS.has(whole)) || (moves === "shown" && whole === "show" && !event.card)) continue;
    const alike = events.slice(at, next);
    const cards = alike.map(({ card }) => card && cardName(book, card));
    const known = cards.every(Boolean) ? `: ${cards.join("; ")}` : "";
    if (moves === "shown" && whole === "show") {
      told[told.length - 1].text += known;
      continue;
    }
    if (moves !== "handed" && moves !== "shown") whole = moves;
    if (event.what === "ballot") {
      const verdict = events[next]?.what === "verdict" ? events[next++] : null;
      const text = [...(verdict ? [sentence(book, verdict, names, you)] : []), ...votes(alike, names, you)].join(". ");
      told.push({ at, event: verdict ?? event, text });
      continue;
    }
    const several = alike.length > 1;
    const line = sentence(book, event, names, you, several ? t("say.cards", { n: alike.length }) : undefined);
    // A card that can't begin a round is followed by another.
    const text = event.what === "flipped" && events[next]?.what === "flipped" ? t("say.another-top", { line }) : line;
    told.push({ at, event, text: several ? text + known : text });
  }
  return told;
}

/** Who voted how: "Yes: Ann and you". */
function votes(ballots: readonly Wire.GameEvent[], names: Names, you: number | null): string[] {
  return BALLOTS.flatMap((word) => {
    const seats = ballots.filter((ballot) => ballot.word === word).map(({ seat }) => seat ?? 0);
    const voters = seats.map((seat) => (seat === you ? t("say.you") : names(seat)));
    return voters.length ? [t(`say.votes-${word}`, { names: listed(voters) })] : [];
  });
}

export const QUIET = new Set(["dealt", "cut", "returned"]); // the deal, card by card: the table shows how many

/** What screen readers hear about events, in whole sentences. */
export function announcements(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  names: Names,
  you: number | null = null,
): string[] {
  const heard = events.filter(({ what }) => !QUIET.has(what));
  return lines(book, heard, names, you).map(({ text }) => `${text}.`);
}
