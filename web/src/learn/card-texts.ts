/** What the server says of cards, in the player's language. */
import { game } from "../texts";
import type * as Wire from "../wire";

/** What a card does, in a sentence or two. */
export function doesOf(kind: Wire.KindInfo): string {
  const { does } = kind as Wire.KindInfo & { does?: { says: string; args?: Record<string, string | number> } };
  return does ? game(does.says, does.args) : "";
}
