/** What is in the air at the table. Pure. */
import type * as Wire from "../wire";

export interface Throw {
  thing: string;
  /** Who throws it. */
  from: number;
  /** Whom it hits. */
  to: number;
}

const MOST = 4;

/** What is in the air once something was said: the last few throws only, so that a shower of them hides nothing. */
export function inTheAir(before: readonly Throw[], said: readonly Wire.SaidLine[]): readonly Throw[] {
  const thrown = said.flatMap(({ seat, emote, at }) =>
    emote && at !== undefined ? [{ thing: emote, from: seat, to: at }] : [],
  );
  return thrown.length ? [...before, ...thrown].slice(-MOST) : before;
}
