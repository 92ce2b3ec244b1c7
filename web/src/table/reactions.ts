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

/** What an event gives players reason for, in order of importance. */
function causesOf({ what, seat = -1, to = -1, uno }: Wire.GameEvent): Cause[] {
  switch (what) {
    case "out":
      return [{ seat, emote: "thanks", chance: OFTEN }];
    case "caught":
      return [
        { seat, emote: "oops", chance: OFTEN },
        { seat: to, emote: "laugh", chance: SOMETIMES },
      ];
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

/** The one reaction to a scene, if a bot shows any. `at` is the number of its first event; lively bots react more often. */
export function reaction(
  book: EditionBook,
  events: readonly Wire.GameEvent[],
  seats: TableState["seats"],
  at: number,
): Reaction | null {
  const causes = [...events.flatMap(causesOf), ...soaked(book, events)];
  const shown = causes.find(({ seat, chance }) => {
    const { name, bot } = seats?.[seat] ?? {};
    const temper = 0.6 + 0.6 * share(name ?? "");
    return !!bot && share(`${name}/${at}/${seat}`) < chance * temper;
  });
  return shown ? { seat: shown.seat, emote: shown.emote } : null;
}
