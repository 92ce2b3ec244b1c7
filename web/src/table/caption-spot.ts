/** Puts captions on the table where they hide nothing that matters. */
import { freeSpot, type Thing } from "./free-spot";

/** What stays free around a caption, which may be turned a little. */
const EDGE = 2;
/** The same on a wide table, where a caption and what it stands next to needn't touch. */
const WIDE_EDGE = 12;
const LESS = "[data-place=discard], [data-place=draw], .tools button";

/** What a caption can hide, and how bad that is: names, counts, the color and such, or else a pile or a button. */
function inTheWay(root: ParentNode, more: string): Thing[] {
  const matters = `[data-matters]${more && `, ${more}`}`;
  return [...root.querySelectorAll(`${matters}, ${LESS}`)].map((element) => ({
    rect: element.getBoundingClientRect(),
    weight: element.matches(matters) ? 100 : 0.5,
  }));
}

/** Puts a caption on the cloth, near to what it is about. `more` selects what else it mustn't hide. */
export function putCaption(
  caption: HTMLElement,
  home: { x: number; y: number },
  cloth: Pick<DOMRect, "left" | "top" | "right" | "bottom">,
  root: ParentNode = document,
  more = "",
): void {
  const edge = cloth.right - cloth.left < 760 ? EDGE : WIDE_EDGE;
  const [width, height] = [caption.offsetWidth + 2 * edge, caption.offsetHeight + 2 * edge];
  const within = {
    left: Math.max(0, cloth.left),
    top: Math.max(0, cloth.top),
    right: Math.min(innerWidth, cloth.right),
    bottom: Math.min(innerHeight, cloth.bottom),
  };
  const { x, y } = freeSpot({ width, height }, home, within, inTheWay(root, more));
  caption.style.left = `${x}px`;
  caption.style.top = `${y}px`;
}
