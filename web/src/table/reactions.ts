/**
 * How bots react to what happened to them. Pure, and only from what everyone sees: who sits where, and what happened without
 * its cards. So all pages that follow the game show the same reactions, and they tell nothing about any hand.
 */
import { hash } from "../cards/moods";
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import type * as Wire from "../wire";

export interface Reaction {
  seat: number;
  emote: string;
}

interface Cause extends Reaction {
  /** How likely a bot shows it, from 0 to 1. */
  chance: number;
}

const [OFTEN, SOMETIMES, SELDOM] = [0.8, 0.45, 0.2];
const MANY = 3; // cards

/** Someone has bad luck with someone else, who enjoys it. */
const between = (loser: number, winner: number, emote: string): Cause[] => [
  { seat: loser, emote, chance: OFTEN },
  { seat: winner, emote: "laugh", chance: SOMETIMES },
];

/** What an event gives players reason for, in order of importance. `waiting` is the player whose card waited to take effect. */
function causesOf(
  book: EditionBook,
  { what, seat = -1, to = -1, word, uno }: Wire.GameEvent,
  events: readonly Wire.GameEvent[],
  waiting: number,
): Cause[] {
  const { moves, sound, weight = 0 } = book.happening(what) ?? {};
  const isHeavy = weight > 2;
  if (isHeavy && sound === "bad") return between(seat, to, "oops"); // a failure, such as a call that was forgotten
  if (isHeavy && moves === "out" && waiting >= 0) return between(waiting, seat, "wow"); // a card that stops another
  if (moves === "gift") return [{ seat: to, emote: "wow", chance: SOMETIMES }];
  switch (what) {
    case "out":
      return [{ seat, emote: "thanks", chance: OFTEN }];
    case "judged": {
      const by = events.find((event) => event.what === "challenged" && event.to === seat)?.seat ?? -1;
      return word === "guilty" ? between(seat, by, "oops") : between(by, seat, "oops");
    }
    case "verdict":
      return word === "fails" ? between(seat, to, "oops") : [];
    case "skipped":
      return [{ seat, emote: "hurry", chance: SELDOM }];
    default:
      return uno || what === "called" ? [{ seat, emote: "laugh", chance: SOMETIMES }] : [];
  }
}

/** Those who had to draw several cards. */
function soaked(book: EditionBook, events: readonly Wire.GameEvent[]): Cause[] {
  const drew = new Map<number, number>();
  for (const { what, seat } of events) {
    const isDrawn = seat !== undefined && what !== "dealt" && book.happening(what)?.moves === "in";
    if (isDrawn) drew.set(seat, (drew.get(seat) ?? 0) + 1);
  }
  return [...drew].flatMap(([seat, n]) =>
    n < 2 ? [] : [{ seat, emote: n > MANY ? "wow" : "oops", chance: n > MANY ? OFTEN : SOMETIMES }],
  );
}

/** From 0 to 1, always the same for the same text. */
const share = (text: string): number => (hash(text) % 9973) / 9973;

/**
 * The one reaction to a scene, if a bot shows any. `at` is the number of its first event, and `pending` the card that waited
 * before it. Lively bots react more often.
 */
export function reaction(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  seats: TableState["seats"],
  at: number,
  pending?: TableState["pending"],
): Reaction | null {
  const waiting = pending?.seat ?? -1;
  const causes = [...events.flatMap((event) => causesOf(book, event, events, waiting)), ...soaked(book, events)];
  const shown = causes.find(({ seat, chance }) => {
    const { name, bot } = seats?.[seat] ?? {};
    const temper = 0.6 + 0.6 * share(name ?? "");
    return !!bot && share(`${name}/${at}/${seat}`) < chance * temper;
  });
  return shown ? { seat: shown.seat, emote: shown.emote } : null;
}
