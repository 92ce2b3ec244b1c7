/** The table's chat, line by line. Pure. */
import { game } from "../texts";
import type * as Wire from "../wire";

export interface ChatLine {
  n: number;
  seat: number;
  name: string;
  text?: string;
  emote?: string;
}

/** The quick message that says that a performance is over. It belongs to the performer, not to the others to choose from. */
export const DONE = "all-done";

const KEPT = 100;

/** The number of the last line, or -1 if there is none. */
export const lastOf = (lines: readonly ChatLine[]): number => lines.at(-1)?.n ?? -1;

const numbered = (said: readonly Omit<ChatLine, "n">[], from: number): ChatLine[] =>
  said.map((line, i) => ({ ...line, n: from + i }));

/** Appends lines and numbers them. The oldest are dropped. */
export function added(lines: readonly ChatLine[], said: readonly Omit<ChatLine, "n">[]): ChatLine[] {
  return [...lines, ...numbered(said, lastOf(lines) + 1)].slice(-KEPT);
}

/** Appends what is new in the lines the server sends on reconnecting. The rest repeat the end of what we know. */
export function continued(known: readonly ChatLine[], told: readonly Wire.ChatLine[]): ChatLine[] {
  // Emotes are sent only once, and a muted player's lines aren't repeated.
  const again = known.filter(({ seat, emote }) => !emote && told.some((line) => line.seat === seat));
  const areKnown = (lines: readonly Wire.ChatLine[]): boolean =>
    lines.every(({ seat, text }, i) => {
      const line = again.at(i - lines.length);
      return line?.seat === seat && line.text === text;
    });
  let old = told.length;
  while (!areKnown(told.slice(0, old))) old--;
  const fits = old || !told.length;
  return [...(fits ? known : []), ...numbered(told.slice(old), lastOf(known) + 1)].slice(-KEPT);
}

/** A line in words. */
export const lineText = ({ text, emote = "" }: Pick<ChatLine, "text" | "emote">): string => text ?? emoteText(emote);

/** An emote in words. */
export const emoteText = (emote: string): string => game(emote.replace("-", " "));

/** What has been said at a table, and by seat the last line before what it is judged for. */
export interface Heard {
  chat: readonly ChatLine[];
  heardBefore: Readonly<Record<number, number>>;
}

/** What this player has said since they began with what the table judges. */
export const heardFrom = ({ chat, heardBefore }: Heard, seat: number): ChatLine[] =>
  chat.filter((line) => line.seat === seat && line.n > (heardBefore[seat] ?? -1));

/** Whether this player has said that it's done. */
export const isDone = (heard: Heard, seat: number): boolean => heardFrom(heard, seat).some(({ emote }) => emote === DONE);
