// Moves single-key shortcuts to other keys.
import { KEY_ACTIONS, type KeyAction, keymap, KEYS } from "./shortcuts";

export type Own = Record<string, string>;

/** The key a player typed: one visible character, in lower case. "" if it isn't one. */
export function asKey(text: string): string {
  const [first = "", ...rest] = [...text.trim().toLowerCase()];
  return rest.length ? "" : first;
}

/** The other action that already has this key, if there is one. */
export function takenBy(own: Own, action: KeyAction, key: string): KeyAction | null {
  const map = keymap(own);
  return KEY_ACTIONS.find((other) => other !== action && map[other] === key) ?? null;
}

/** The player's own keys with one more. Default keys aren't stored. */
export function withKey(own: Own, action: KeyAction, key: string): Own {
  const changed = { ...own, [action]: key };
  return Object.fromEntries(Object.entries(changed).filter(([name, held]) => held && held !== KEYS[name as KeyAction]));
}
