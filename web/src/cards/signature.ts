import type * as Wire from "../wire";

/** Cards that show what an edition is like: a number of its first color, an action, and the card that nobody else has. */
export function signature(edition: Pick<Wire.EditionInfo, "colors" | "kinds">): string[] {
  const [first, second] = edition.colors;
  const number = edition.kinds.find((kind) => kind.text === `${first?.name}-7`);
  const action = edition.kinds.find((kind) => kind.color === second?.name && !/^\d$/.test(kind.symbol ?? ""));
  const own = edition.kinds.filter((kind) => kind.color === null).at(-1);
  return [number, action, own].flatMap((kind) => (kind ? [kind.text] : []));
}
