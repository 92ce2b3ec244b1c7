/** What the server says of cards, in the player's language. */
import { game, type Values } from "../texts";
import type * as Wire from "../wire";

/** What a card does, in a sentence or two. */
export function doesOf(kind: Wire.KindInfo): string {
  return kind.does ? game(kind.does.says, kind.does.args as Values) : "";
}
