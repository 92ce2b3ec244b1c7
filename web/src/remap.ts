// Putting single-key shortcuts on other keys.
import { KEY_ACTIONS, type KeyAction, keymap, KEYS } from "./keys";

export type Own = Record<string, string>;

/** What a player has typed as a key: one visible character, small; "" where it is none. */
export function asKey(text: string): string {
  const [first = "", ...rest] = [...text.trim().toLowerCase()];
  return rest.length ? "" : first;
}

/** The action that has this key already, if another one has. */
export function takenBy(own: Own, action: KeyAction, key: string): KeyAction | null {
  const map = keymap(own);
  return KEY_ACTIONS.find((other) => other !== action && map[other] === key) ?? null;
}

/** The player's own keys with another one; what is as it was from the beginning is not kept. */
export function withKey(own: Own, action: KeyAction, key: string): Own {
  const changed = { ...own, [action]: key };
  return Object.fromEntries(Object.entries(changed).filter(([name, held]) => held && held !== KEYS[name as KeyAction]));
}
