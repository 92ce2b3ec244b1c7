// Where the players sit around the table: pure geometry.

/** A place at the table, from 0 to 1 across and down. */
export interface Spot {
  x: number;
  y: number;
}

export interface Seats {
  spots: Spot[];
  /** The size of a face, in pixels. */
  face: number;
  /** There is no room for a line below the names. */
  bare?: boolean;
  /** What the seats leave free for the piles: the room they take above, below and on both sides of them, in pixels. */
  above: number;
  below: number;
  beside: number;
}

interface Box {
  width: number;
  height: number;
}

/** What a seat needs below its face, for the name. */
const NAME = 28;
/** What a line below the name needs, such as a bot's level or points. */
const LINE = 16;
/** The least height of a seat that is worth such a line. */
const LINED = 94;
/** The least height of a narrow table that is worth such a line. */
const ROOMY = 270;
/** What a seat of a wide table needs besides: a bot's level below the name, and the distance from the edge (Others.svelte). */
const WIDE = 34;
/** The least width of a seat, so that a name can be told. */
const NARROWEST = 62;
const [SMALLEST, LARGEST] = [24, 92];
/** The buttons in the lower corners of a narrow table. */
const TOOLS = 80;
/** What stands below the piles, in pixels: the color and who has one card left. */
const CAPTIONS = 90;
/** How much wider than a face a card on the piles should be. */
const PILE = 1.15;
/** A card on the piles of a low table that is this wide needs no smaller faces. */
const LARGE_ENOUGH = 70;
/** How much larger the piles must be for one or two others to sit in the corners. A few pixels less room move nobody. */
const WORTHWHILE = 1.5;
const WORTHWHILE_LOW = 1.15;

const clamp = (size: number, most = LARGEST): number => Math.round(Math.max(SMALLEST, Math.min(size, most)));

/** The seats as a player sees them: their own last, the others in clockwise order of play. */
export function seating(players: number, you: number | null): number[] {
  const first = you === null ? 0 : you + 1;
  return Array.from({ length: you === null ? players : players - 1 }, (_, i) => (first + i) % players);
}

/** Along the top of an oval, from the left to the right. */
export function around(others: number): Spot[] {
  if (others === 1) return [{ x: 0.5, y: 0 }];
  const reach = others === 2 ? 0.72 : others === 3 ? 0.86 : 1;
  return Array.from({ length: others }, (_, i) => {
    const angle = Math.PI * (0.5 + reach * (0.5 - i / (others - 1)));
    return { x: 0.5 + 0.5 * Math.cos(angle), y: 1 - Math.sin(angle) };
  });
}

/** All around an oval, clockwise from the bottom. */
function allAround(players: number): Spot[] {
  return Array.from({ length: players }, (_, i) => {
    const angle = Math.PI * (0.5 + (2 * i) / players);
    return { x: 0.5 + 0.5 * Math.cos(angle), y: 0.5 + 0.5 * Math.sin(angle) };
  });
}

/** How many sit on each side of a narrow table. The others sit across. */
function onEachSide(others: number, width: number, isLow: boolean): number {
  const most = Math.max(1, Math.min(others > 8 ? 5 : 4, Math.floor(width / NARROWEST)));
  let side = others > 2 && !isLow ? 1 : 0;
  while (others - 2 * side > most) side++;
  return side;
}

/** How wide the cards of the piles can be in a box. It is what Center.svelte makes of it. */
const pile = (width: number, height: number): number => Math.min((height - CAPTIONS) / 1.5, width * 0.28);
/** What stays free below the piles of a low table, where the buttons are (ToolButtons.svelte). */
const UNDER_LOW = 36;

/** One or two others in the upper corners, with the piles between them. */
function inCorners(others: number, { width, height }: Box, face: number): (Seats & { card: number }) | null {
  if (others > 2) return null;
  const beside = Math.max(face + 8, NARROWEST);
  const spots = [0, 1].slice(0, others).map((x) => ({ x, y: 0 }));
  return { spots, face, above: 0, below: 0, beside, card: pile(width - 2 * beside, height) };
}

/** A narrow table: up the left side, across the top, and down the right side. The piles lie below the others or between them. */
function narrow(others: number, { width, height }: Box, largest = LARGEST, under = 0): Seats {
  const side = onEachSide(others, width, under > 0);
  const across = others - 2 * side;
  // Where players sit below one another, the line of one must not cover the next.
  const isStacked = side > 0 && across > 1;
  const bare = under > 0 || height < ROOMY || (isStacked && (height - TOOLS) / (side + 1) < LINED);
  const below = NAME + (bare ? 0 : LINE);
  const rowOf = (face: number): number => face + below + 6;
  const room = (face: number): Omit<Seats, "spots"> & { card: number } => {
    const row = rowOf(face);
    const beside = side ? Math.max(face + 8, NARROWEST) : 0;
    const [free, deep] = [height - under - row, side * row];
    const lower = { face, above: row + deep, below: 0, beside: 0, card: pile(width, free - deep) };
    const between = { face, above: row, below: 0, beside, card: pile(width - 2 * beside, free) };
    return lower.card >= between.card ? lower : between;
  };
  const most = Math.min(
    width / Math.max(across, 3) - (under ? 20 : 14),
    others === 1 ? largest : Math.min(largest, others < 4 ? 72 : 60),
  );
  const lowest = side ? (height - TOOLS) / (side + 1) - rowOf(0) : LARGEST;
  let best = room(clamp(Math.min(most, lowest)));
  const enough = under ? LARGE_ENOUGH : Infinity;
  for (let face = best.face; face >= SMALLEST && best.card < Math.min(best.face * PILE, enough); face -= 2) {
    const now = room(face);
    if (now.card > best.card) best = now;
  }
  const corners = inCorners(others, { width, height: height - under }, Math.min(best.face, NARROWEST));
  if (corners && corners.card > best.card * (under ? WORTHWHILE_LOW : WORTHWHILE)) return corners;
  const { face, above, beside } = best;
  const down = (i: number): number => Math.max(0, Math.min(1, (i * rowOf(face)) / (height - face - below)));
  const left = Array.from({ length: side }, (_, i) => ({ x: 0, y: down(side - i) }));
  const inset = side && across < 4 ? 0.5 / (across + 1) : across === 2 ? 0.14 : 0;
  const top = Array.from({ length: across }, (_, i) => ({
    x: across === 1 ? 0.5 : inset + ((1 - 2 * inset) * i) / (across - 1),
    y: 0,
  }));
  const right = left.toReversed().map(({ y }) => ({ x: 1, y }));
  return { spots: [...left, ...top, ...right], face, bare, above, below: 0, beside };
}

/** How far the seats in the middle third reach into the table: from the top, or from the bottom. */
function reach(spots: Spot[], face: number, height: number, from: "top" | "bottom"): number {
  const seat = face + NAME + 8;
  const near = spots.filter(({ x, y }) => Math.abs(x - 0.5) < 0.3 && (from === "top" ? y < 0.5 : y > 0.5));
  return Math.max(0, ...near.map(({ y }) => (from === "top" ? y : 1 - y) * (height - seat) + seat));
}

/** A wide table: an oval, with room for larger faces. */
function wide(others: number, { width, height }: Box): Seats {
  const face = clamp(Math.min(height * 0.17, width / (others + 4)), others < 4 ? LARGEST : others < 7 ? 72 : 56);
  const spots = around(others).map(({ x, y }) => ({ x, y: y * 0.8 }));
  const above = reach(spots, face, height, "top") + WIDE;
  return { spots, face, above, below: 0, beside: others > 2 ? face * 1.4 : 0 };
}

/** Everyone, as a spectator sees them on a wide table. */
function watchedWide(players: number, { width, height }: Box): Seats {
  const face = clamp(Math.min(height * 0.15, width / 8), players < 5 ? LARGEST : players < 8 ? 72 : 60);
  const spots = allAround(players);
  const [above, below] = [reach(spots, face, height, "top"), reach(spots, face, height, "bottom")];
  return { spots, face, above, below, beside: players > 2 ? face * 1.4 : 0 };
}

/** Everyone, on a narrow table: the first player at the bottom, the others as a player at the table sees them. */
function watchedNarrow(players: number, { width, height }: Box): Seats {
  const first = (face: number): number => face + NAME + 8;
  const { face } = narrow(players - 1, { width, height: height - first(52) });
  const room = height - first(face);
  const { spots, bare, above, beside } = narrow(players - 1, { width, height: room }, face);
  const seat = face + NAME + (bare ? 0 : LINE);
  const shrink = (room - seat) / (height - seat);
  const others = spots.map(({ x, y }) => ({ x, y: y * shrink }));
  return { spots: [{ x: 0.5, y: 1 }, ...others], face, bare, above, below: first(face), beside };
}

/** Everyone, on a low table: in its four corners, clockwise from the lower left, with the piles between them. */
function watchedLow(players: number, { width, height }: Box): Seats {
  const columns = Math.ceil(players / 4);
  const face = clamp(Math.min(height / 2 - NAME - 12, width / (2 * columns + 3) - 20), 84);
  const corner = (i: number): number => Math.floor((i * 4) / players);
  const step = (face + 20) / (width - face);
  const spots = Array.from({ length: players }, (_, i) => {
    const group = Array.from({ length: players }, (_, j) => j).filter((j) => corner(j) === corner(i));
    const at = group.indexOf(i);
    const fromEdge = corner(i) % 2 ? at : group.length - 1 - at;
    return { x: corner(i) < 2 ? fromEdge * step : 1 - fromEdge * step, y: corner(i) % 3 ? 0 : 1 };
  });
  return { spots, face, above: 0, below: 0, beside: columns * (face + 24) };
}

export type Shape = "wide" | "narrow" | "low";

/** Places the players around a table of this size. */
export function placed(seats: number, box: Box, shape: Shape, isWatched: boolean): Seats {
  if (isWatched) return { wide: watchedWide, narrow: watchedNarrow, low: watchedLow }[shape](seats, box);
  return shape === "wide" ? wide(seats, box) : narrow(seats, box, LARGEST, shape === "low" ? UNDER_LOW : 0);
}
