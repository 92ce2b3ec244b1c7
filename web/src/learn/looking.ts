/** What a player can look at: every card on the page, and whatever says which text explains it. */
export interface Looked {
  element: Element;
  /** A card and its edition, or the key of a text. */
  card?: string;
  edition?: string;
  about?: string;
  /** What is special about this one: the name of a rule, or a sentence. */
  says?: string;
  /** The move that it makes. */
  move?: string;
}

const THINGS = "[data-face], [data-about]";

function looked(element: Element | null | undefined): Looked | null {
  if (!(element instanceof HTMLElement)) return null;
  const { face, of, about, says, move } = element.dataset;
  return face ? { element, card: face, edition: of } : { element, about, says, move };
}

/** What is under the pointer: the innermost thing around this element. */
export function under(target: EventTarget | null): Looked | null {
  return target instanceof Element ? looked(target.closest(THINGS)) : null;
}

/** What lies above everything there and lets clicks through, so that only its place tells. */
export function over(x: number, y: number): Looked | null {
  const hit = [...document.querySelectorAll("[data-above]")].find((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return looked(hit);
}

/** What has the keyboard's focus: the focused thing, one inside it, or one around it. A card is often in a button. */
export function focused(at: Element | null): Looked | null {
  if (!at || at === document.body) return null;
  const inside = at.querySelector("[data-face]") ?? at.querySelector("[data-about]");
  return looked(at.matches(THINGS) ? at : (inside ?? at.closest("[data-about]")));
}

/**
 * What a key explains, one after the other: what has the focus, then every sign and button that shows, each kind once. Where
 * there are none, as in a review, it explains the cards.
 */
export function inTurn(first: Looked | null, root: ParentNode): Looked[] {
  const signs = shownIn(root, "[data-about]");
  const others = signs.length ? signs : shownIn(root, "[data-face]");
  return first ? [first, ...others.filter(({ element }) => element !== first.element)] : others;
}

function shownIn(root: ParentNode, kind: string): Looked[] {
  const found = new Map<string, Looked>();
  for (const element of root.querySelectorAll(kind)) {
    const thing = looked(element);
    const isPart = !!element.parentElement?.closest(kind);
    const { about = "", says = "", move = "", card = "" } = thing ?? {};
    const key = [about, says, move, card].join();
    if (thing && !isPart && isShown(element) && !found.has(key)) found.set(key, thing);
  }
  return [...found.values()];
}

const isShown = (element: Element): boolean => element.checkVisibility?.({ visibilityProperty: true }) ?? true;

type Edges = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Where to put a box of this size so that it is next to what it explains, inside the page: above if there is room.
 * If it would cover a message there, it goes above that. */
export function placed(
  thing: Edges,
  box: { width: number; height: number },
  page: { width: number; height: number },
  message?: Edges,
  gap = 10,
): { left: number; top: number } {
  const at = beside(thing, box, page, gap);
  const isOver =
    message &&
    at.left < message.right &&
    at.left + box.width > message.left &&
    at.top < message.bottom &&
    at.top + box.height > message.top;
  const { left, right, bottom } = thing;
  return isOver ? beside({ left, right, bottom, top: message.top }, box, page, gap) : at;
}

function beside(
  thing: Edges,
  box: { width: number; height: number },
  page: { width: number; height: number },
  gap: number,
): { left: number; top: number } {
  const middle = (thing.left + thing.right - box.width) / 2;
  const above = thing.top - box.height - gap;
  const below = thing.bottom + gap;
  const top = above >= gap ? above : below + box.height <= page.height - gap ? below : gap;
  const clamp = (at: number, most: number): number => Math.max(gap, Math.min(at, most - gap));
  return { left: clamp(middle, page.width - box.width), top: clamp(top, page.height - box.height) };
}
