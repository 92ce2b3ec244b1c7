/** What a caption is about: whose win it is, a success or a failure. */
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import type { Effect } from "./effects";
import { teamOf } from "./teams";

/** Whose win an effect shows to this seat: its team's, somebody else's, or nobody's. */
export function winShown({ what, victim }: Pick<Effect, "what" | "victim">, state: TableState, you: number | null) {
  if (what !== "out" || victim === undefined) return null;
  return you !== null && teamOf(state, victim).includes(you) ? "own" : "other";
}

/** Whether an effect is a success or a failure. Of a vote's verdict, the words are the bad one and the good one. */
export function toneOf(book: EditionBook, { what = "", word = "" }: Pick<Effect, "what" | "word">): "good" | "bad" | undefined {
  const info = book.happening(what);
  if (what === "verdict") return info && info.words.indexOf(word) > 0 ? "good" : "bad";
  if (info?.sound === "bad") return "bad";
  return info?.look === "burst" && ["win", "special"].includes(info.sound) ? "good" : undefined;
}
