/** The parts of a language, each with those that are loaded before it. A screen waits for its own part, not for the whole language. */
export const BEFORE = {
  start: [],
  home: ["start"],
  table: ["start"],
  playing: ["start", "table"],
  rest: ["start", "home", "table", "playing"],
} as const satisfies Record<string, readonly string[]>;

export type Part = keyof typeof BEFORE;

/** The texts of a language, or of a part of it: those of the client by key, and what the server says by its English. */
export interface Texts {
  flat: Record<string, string>;
  game: Record<string, string>;
}
