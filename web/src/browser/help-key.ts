import { panel, settings } from "./settings.svelte";
import { actionOf } from "./shortcuts";

/** Whether a key asks for help with the page. A table has a help of its own, except under the settings that lie over it. */
export function isForPage(event: KeyboardEvent): boolean {
  if (!settings.keys || event.defaultPrevented || actionOf(event, settings.keymap) !== "help") return false;
  return panel.isOpen || !document.querySelector('dialog[open], [data-testid="screen-play"]');
}
