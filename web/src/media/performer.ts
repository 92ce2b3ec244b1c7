/** Who performs for the table right now: someone whose deed is judged, or whose line is due. Verbs and phases come from the catalog. */
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";

export function performerOf(book: EditionBook | undefined, state: TableState): number | null {
  if (state.stage !== "playing" || state.round_over) return null;
  const judged = state.special?.performer;
  if (typeof judged === "number") return judged;
  const due = book?.info.phases.find(({ name }) => name === state.phase)?.aloud;
  return due && state.to_move?.length === 1 ? state.to_move[0] : null;
}
