/** What a player can look at: every card on the page, and whatever says which text explains it. */
export interface Looked {
  element: Element;
  /** A card and its edition, or the key of a text. */
  card?: string;
  edition?: string;
  about?: string;
}

const THINGS = "[data-face], [data-about]";

function looked(element: Element | null | undefined): Looked | null {
  if (!(element instanceof HTMLElement)) return null;
  const { face, of, about } = element.dataset;
  return face ? { element, card: face, edition: of } : { element, about };
}

/** What is under the pointer: the innermost thing around this element. */
export function under(target: EventTarget | null): Looked | null {
  return target instanceof Element ? looked(target.closest(THINGS)) : null;
}

/** What has the keyboard's focus: the focused thing, or one inside it. A card is often in a button. */
export function focused(at: Element | null): Looked | null {
  if (!at || at === document.body) return null;
  return looked(at.matches(THINGS) ? at : (at.querySelector("[data-face]") ?? at.querySelector("[data-about]")));
}

/** Where to put a box of this size so that it is next to what it explains, inside the page: above if there is room. */
export function placed(
  thing: { left: number; right: number; top: number; bottom: number },
  box: { width: number; height: number },
  page: { width: number; height: number },
  gap = 10,
): { left: number; top: number } {
  const middle = (thing.left + thing.right - box.width) / 2;
  const above = thing.top - box.height - gap;
  const below = thing.bottom + gap;
  const top = above >= gap ? above : below + box.height <= page.height - gap ? below : gap;
  const clamp = (at: number, most: number): number => Math.max(gap, Math.min(at, most - gap));
  return { left: clamp(middle, page.width - box.width), top: clamp(top, page.height - box.height) };
}
