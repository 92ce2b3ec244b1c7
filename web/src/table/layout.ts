// Where cards and players go: pure geometry.

export interface Spot {
  /** The upper left corner, in pixels from the box's. */
  x: number;
  y: number;
  /** In degrees, around the bottom center of the card. */
  turn: number;
}

export interface Fan {
  spots: Spot[];
  /** The width and height of a card. */
  width: number;
  height: number;
  rows: number;
  /** How much of a covered card shows. */
  step: number;
  /** The height that everything needs. It exceeds the box only if cards would be out of reach otherwise. */
  needs: number;
}

export const RATIO = 1.5;
/** The least that shows of a covered card, so a finger can find it. */
export const LEAST_STEP = 24;
const LEAST_ROW = 30;
const SMALLEST = 44;

interface Rows {
  width: number;
  rows: number;
  perRow: number;
}

/** How far the rotated ends of an arc stick out on either side. */
const EDGE = 0.07;
const perRow = (width: number, box: number, step: number): number =>
  Math.max(1, Math.floor((box - width * (1 + 2 * EDGE)) / step) + 1);
const sinkOf = (width: number): number => Math.min(14, width * 0.16);
/** A single row is an arc. Its ends lie lower, and their corners stick out. */
const heightOf = (width: number, rows: number, lift: number): number =>
  lift + width * RATIO + (rows === 1 ? sinkOf(width) + width * 0.09 : (rows - 1) * Math.max(LEAST_ROW, width * 0.62));

/** The least width of a single row's cards, as a part of the width wanted. Smaller ones go into several rows. */
const ONE_ROW = 0.7;

/** The largest cards that all stay in reach in the box. If none fit, the smallest, in as many rows as it takes. */
function rowsFor(n: number, box: { width: number; height: number }, wanted: number, lift: number): Rows {
  for (let width = wanted; width >= wanted * ONE_ROW; width -= 2) {
    const fits = heightOf(width, 1, lift) <= box.height && n <= perRow(width, box.width, Math.max(LEAST_STEP, width * 0.42));
    if (fits) return { width, rows: 1, perRow: n };
  }
  for (let width = wanted; width >= SMALLEST; width -= 2) {
    const most = perRow(width, box.width, Math.max(LEAST_STEP, width * 0.42));
    const rows = Math.ceil(n / most);
    if (heightOf(width, rows, lift) <= box.height) return { width, rows, perRow: Math.ceil(n / rows) };
  }
  for (let width = wanted; width >= SMALLEST; width -= 2) {
    const rows = Math.ceil(n / perRow(width, box.width, LEAST_STEP));
    if (heightOf(width, rows, lift) <= box.height) return { width, rows, perRow: Math.ceil(n / rows) };
  }
  const rows = Math.ceil(n / perRow(SMALLEST, box.width, LEAST_STEP));
  return { width: SMALLEST, rows, perRow: Math.ceil(n / rows) };
}

/** Lays out n cards in a box: one arc, or as many rows as it takes to keep every card in reach. `lift` stays free above. */
export function fan(n: number, box: { width: number; height: number }, wanted: number, lift = 20): Fan {
  if (n < 1) return { spots: [], width: wanted, height: wanted * RATIO, rows: 0, step: wanted, needs: 0 };
  const { width, rows, perRow: most } = rowsFor(n, box, Math.min(wanted, box.width), lift);
  const height = width * RATIO;
  const needs = heightOf(width, rows, lift);
  const spots: Spot[] = [];
  let smallest = Infinity;
  for (let row = 0; row < rows; row++) {
    const here = Math.min(most, n - row * most);
    const step =
      here < 2 ? width : Math.min(width * 0.78, (box.width - width * (1 + 2 * (rows === 1 ? EDGE : 0))) / (here - 1));
    if (here > 1) smallest = Math.min(smallest, step);
    const left = (box.width - step * (here - 1) - width) / 2;
    const bend = rows === 1 ? Math.min(1, here / 7) : 0;
    for (let i = 0; i < here; i++) {
      const off = here < 2 ? 0 : (i / (here - 1)) * 2 - 1;
      const sink = bend * off * off * sinkOf(width);
      const y = lift + row * Math.max(LEAST_ROW, width * 0.62);
      spots.push({ x: left + step * i, y: y + sink, turn: bend * off * 5 });
    }
  }
  return { spots, width, height, rows, step: Number.isFinite(smallest) ? smallest : width, needs };
}

/** The most height a hand can take on a page this high. */
export function handHeight(height: number, tiny: boolean, low: boolean, wide: boolean): number {
  if (tiny) return 150;
  if (low) return height - 110;
  return wide ? Math.max(140, Math.min(300, height * 0.3)) : Math.max(150, Math.min(330, height * 0.4));
}

/** How wide the cards of a hand should be: as large as leaves room for the table. */
export function cardWidth(height: number, tiny: boolean, low: boolean, wide: boolean): number {
  if (tiny) return 68;
  if (low) return Math.min(118, (height - 155) / RATIO);
  return wide ? Math.min(132, (height * 0.27 - 30) / RATIO) : Math.min(112, Math.max(68, (height * 0.29 - 30) / RATIO));
}
