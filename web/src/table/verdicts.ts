/** How the table has judged somebody. */
import type * as Wire from "../wire";
import type { Table } from "./table.svelte";

export interface Verdict {
  event: Wire.GameEvent;
  isGood: boolean;
  ballots: { seat: number; word: string }[];
  /** How many cards it costs. */
  draws: number;
}

/** The picture of each thing that a player can vote. */
export const BALLOT_ICONS: Record<string, string> = { yes: "check", no: "close", abstain: "fewer" };

export const VERDICT_SHOWN = 6000; // milliseconds

/** Tells every verdict once it shows, and null when there was time to read it. Returns a function that stops it. */
export function followVerdicts(table: Pick<Table, "onEvents" | "book">, tell: (verdict: Verdict | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = table.onEvents((events, before) => {
    const at = events.findIndex(({ what }) => what === "verdict");
    if (at < 0 || !before.stage) return;
    const found = events[at];
    const isDrawn = ({ what, seat }: Wire.GameEvent) => seat === found.seat && table.book?.happening(what)?.moves === "in";
    const draws = events.slice(at).filter(isDrawn).length;
    const ballots = events.flatMap(({ what, seat, word }) =>
      what === "ballot" && seat !== undefined ? [{ seat, word: word ?? "" }] : [],
    );
    tell({
      event: found,
      isGood: (table.book?.happening("verdict")?.words.indexOf(found.word ?? "") ?? 0) > 0,
      ballots,
      draws,
    });
    clearTimeout(timer);
    timer = setTimeout(() => tell(null), VERDICT_SHOWN);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Why the votes led to this verdict, if that needs saying. */
export function decidedBy({ isGood, ballots }: Pick<Verdict, "isGood" | "ballots">): "" | "tie" | "one-no" | "nobody" {
  const count = (word: string): number => ballots.filter((ballot) => ballot.word === word).length;
  const [yes, no] = [count("yes"), count("no")];
  if (!yes && !no) return "nobody";
  if (isGood) return yes === no ? "tie" : "";
  return no <= yes ? "one-no" : "";
}
