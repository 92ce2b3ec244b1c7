/** Puts captions on the table where they hide nothing that matters. */
import { freeSpot, type Thing } from "./free-spot";

/** What stays free around a caption, which may be turned a little. */
const EDGE = 5;
/** The same on a wide table, where a caption and what it stands next to needn't touch. */
const WIDE_EDGE = 12;
/** What stays free to the sides of the screen, for the ring around a caption. */
const RIM = 6;
const LESS = "[data-place=discard], [data-place=draw], .tools button";

/** What a caption can hide, and how bad that is: names, counts, the color and such, or else a pile or a button. */
function inTheWay(root: ParentNode, more: string): Thing[] {
  const matters = `[data-matters]${more && `, ${more}`}`;
  return [...root.querySelectorAll(`${matters}, ${LESS}`)].map((element) => ({
    rect: element.getBoundingClientRect(),
    weight: element.matches(matters) ? 100 : 0.5,
  }));
}

type Point = Pick<DOMRect, "x" | "y">;
type Cloth = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** The middle of the place on the cloth where a box hides nothing that matters, near to where it belongs. */
export function spotFor(box: HTMLElement, home: Point, cloth: Cloth, root: ParentNode = document, more = ""): Point {
  const edge = cloth.right - cloth.left < 760 ? EDGE : WIDE_EDGE;
  const [width, height] = [box.offsetWidth + 2 * edge, box.offsetHeight + 2 * edge];
  const within = {
    left: Math.max(RIM, cloth.left),
    top: Math.max(0, cloth.top),
    right: Math.min(innerWidth - RIM, cloth.right),
    bottom: Math.min(innerHeight, cloth.bottom),
  };
  return freeSpot({ width, height }, home, within, inTheWay(root, more));
}

/** Puts a caption on the cloth, near to what it is about. `more` selects what else it mustn't hide. */
export function putCaption(
  caption: HTMLElement,
  ...where: [home: Point, cloth: Cloth, root?: ParentNode, more?: string]
): void {
  const { x, y } = spotFor(caption, ...where);
  caption.style.left = `${x}px`;
  caption.style.top = `${y}px`;
}
