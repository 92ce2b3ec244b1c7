// Where an announcement hides nothing that matters: pure geometry.

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Thing {
  rect: Rect;
  /** How much it costs to hide one of its pixels. */
  weight: number;
}

interface Point {
  x: number;
  y: number;
}

/** The pixels between two places to try. */
const STEP = 8;

/** The pixels that two boxes share. */
export const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The places to try along one axis: the wanted one, and others in steps, in which the whole thing fits. */
function tries(wanted: number, low: number, high: number): number[] {
  const near = Math.min(Math.max(wanted, low), Math.max(low, high));
  const found = [near];
  for (let at = low; at <= high; at += STEP) found.push(at);
  return found;
}

/** The center of a box of this size that hides least, and of several such the nearest to the wanted one. */
export function freeSpot(
  size: { width: number; height: number },
  wanted: Point,
  within: Rect,
  things: readonly Thing[],
): Point {
  const [x, y] = [size.width / 2, size.height / 2];
  let best = { x: wanted.x, y: wanted.y, cost: Infinity };
  for (const at of tries(wanted.y, within.top + y, within.bottom - y)) {
    for (const across of tries(wanted.x, within.left + x, within.right - x)) {
      const box = { left: across - x, right: across + x, top: at - y, bottom: at + y };
      let cost = Math.hypot(across - wanted.x, at - wanted.y);
      for (const { rect, weight } of things) cost += overlap(box, rect) * weight;
      if (cost < best.cost) best = { x: across, y: at, cost };
    }
  }
  return { x: best.x, y: best.y };
}
