/** What moves cost or bring, in words. The server computes it; this only puts it into the player's language. */
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { game } from "../texts";
import { argsInWords, type Names } from "./wording";

/** The sentences about each of a seat's moves, by the move's text. */
export function consequences(book: EditionBook, state: TableState, names: Names): Map<string, string> {
  const found = new Map<string, string>();
  for (const { says, args, moves } of state.consequences ?? []) {
    const sentence = game(says, args && argsInWords(book, args, names));
    for (const at of moves) {
      const move = state.moves?.[at];
      if (move) found.set(move, [found.get(move), sentence].filter(Boolean).join(" "));
    }
  }
  return found;
}

/** What all of these moves lead to, if it is the same for each. */
export function shared(found: ReadonlyMap<string, string>, moves: readonly string[]): string {
  const first = found.get(moves[0] ?? "") ?? "";
  return moves.every((move) => found.get(move) === first) ? first : "";
}
