/** Single-key shortcuts at the table: what they do, and their keys. */

export const KEYS = {
  draw: "d",
  pass: "p",
  uno: "u",
  catch: "c",
  decide: "e",
  hint: "h",
  sort: "s",
  hand: "m",
  top: "t",
  counts: "n",
  clock: "k",
  last: "l",
  info: "i",
  help: "?",
} as const;

export type KeyAction = keyof typeof KEYS;
export const KEY_ACTIONS = Object.keys(KEYS) as KeyAction[];

/** Every action with its key, the player's own keys first. */
export function keymap(own: Readonly<Record<string, string>>): Record<KeyAction, string> {
  return Object.fromEntries(KEY_ACTIONS.map((action) => [action, own[action] || KEYS[action]])) as Record<KeyAction, string>;
}

/** Where a letter is text, or picks from a list. */
export const FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select";

/** What a key press asks for. Null if it is typed into a field or held with another key. */
export function actionOf(event: KeyboardEvent, own: Readonly<Record<string, string>>): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const at = event.target;
  if (at instanceof HTMLElement && (at.isContentEditable || at.matches(FIELDS))) return null;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const map = keymap(own);
  return KEY_ACTIONS.find((action) => map[action] === pressed) ?? null;
}
