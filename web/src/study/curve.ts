// A review's numbers in words, and its chances laid out as a curve. Pure.
import { languageCode } from "../texts";
import type * as Wire from "../wire";

/** Standard errors in half a 95% interval, estimated from twenty parts. */
export const NINETY_FIVE = 2.09;
/** How many mistakes are shown. The rest are counted. */
export const MOST_TOLD = 8;

const GAP = 3; // widths of a move between two rounds
const LEAST_STEP = 1.6; // pixels from move to move if a long game's curve scrolls
const FRAME = { left: 44, right: 12, top: 22, bottom: 26 };
const BADGE = 20; // the size of a mistake's number
const TICKS = [0, 0.25, 0.5, 0.75, 1];

interface Spot {
  x: number;
  y: number;
}

export interface Point extends Spot {
  chance: Wire.ChanceInfo;
}

export interface Stretch {
  round: number;
  points: Point[];
  /** Paths of the curve and its 95% band. */
  line: string;
  band: string;
}

export interface Mark extends Spot {
  /** The rank of the mistake, from 1. */
  n: number;
  /** The height of its number, clear of the others. */
  badge: number;
}

export interface Plot {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  even: number;
  ticks: { y: number; share: number }[];
  stretches: Stretch[];
  marks: Mark[];
}

const costliest = (decisions: Wire.DecisionInfo[]): Wire.DecisionInfo[] => decisions.sort((a, b) => b.cost - a.cost);

/** The moves that clearly cost something a solid player would have had, the costliest first. */
export const mistakes = (decisions: readonly Wire.DecisionInfo[]): Wire.DecisionInfo[] =>
  costliest(decisions.filter(({ clear, hard }) => clear && !hard));

/** The chances that a solid player would hardly have seen, either, the best first. */
export const hardToSee = (decisions: readonly Wire.DecisionInfo[]): Wire.DecisionInfo[] =>
  costliest(decisions.filter(({ clear, hard }) => clear && hard));

/** The smallest cost of a move that is called a clear mistake. Less is a slip. */
const SERIOUS = 0.03;
/** What the mistakes of a round cost together, at least, if better moves could have won it. */
const DECISIVE = 0.1;

/** What the list of mistakes is called, as the end of a text's key. They come with the costliest first. */
export function gravity([worst]: readonly Wire.DecisionInfo[]): "no-mistake" | "slips" | "mistakes" {
  return !worst ? "no-mistake" : worst.cost < SERIOUS ? "slips" : "mistakes";
}

/** The best move that was made, with its margin, as the end of the game names it too. */
export function bestMove({ decision, margin = 0 }: Wire.BestMove): { decision: Wire.DecisionInfo; margin: number } | null {
  return decision ? { decision, margin } : null;
}

export interface Sum {
  rounds: number;
  won: number;
  /** Each as a share of a win, averaged per round. */
  result: number;
  even: number;
  skill: number;
  luck: number;
  /** Half the 95% interval of skill, and therefore of luck. */
  spread: number;
}

/** Luck and skill, averaged per round. Null if no round was finished. */
export function sum(balances: readonly Wire.BalanceInfo[]): Sum | null {
  const rounds = balances.length;
  if (!rounds) return null;
  const mean = (of: (balance: Wire.BalanceInfo) => number): number =>
    balances.reduce((all, balance) => all + of(balance), 0) / rounds;
  const won = balances.filter((balance) => balance.won).length;
  const spread = (NINETY_FIVE * Math.sqrt(balances.reduce((all, { error }) => all + error ** 2, 0))) / rounds;
  return {
    rounds,
    won,
    result: won / rounds,
    even: mean((b) => b.even),
    skill: mean((b) => b.skill),
    luck: mean((b) => b.luck),
    spread,
  };
}

/** How a round ended for the seat. */
export const ending = ({ won, winner }: Wire.BalanceInfo): "won" | "lost" | "nobody" =>
  won ? "won" : winner === null ? "nobody" : "lost";

/** How a part of the result went: "even" if it is smaller than its uncertainty. */
export function side(part: number, spread: number): "more" | "less" | "even" {
  return Math.abs(part) <= spread || Math.abs(part) < 0.005 ? "even" : part > 0 ? "more" : "less";
}

/** The parts of a result in whole percents that add up to it. The largest part takes what rounding leaves. */
export function rounded({ result, even, skill, luck }: Sum): Pick<Sum, "result" | "even" | "skill" | "luck"> {
  const parts = { even, skill, luck };
  const whole = { even: Math.round(100 * even), skill: Math.round(100 * skill), luck: Math.round(100 * luck) };
  const [largest] = (["even", "skill", "luck"] as const).toSorted((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
  const all = Math.round(100 * result);
  whole[largest] += all - whole.even - whole.skill - whole.luck;
  return { result: all / 100, even: whole.even / 100, skill: whole.skill / 100, luck: whole.luck / 100 };
}

/**
 * The friendly verdict on a game, as the end of a text's key: how it ended, and how well it was played. It praises nobody for
 * next to nothing, and blames luck only where the numbers do. Only mistakes that cost enough could have turned a game.
 */
export function verdict({ rounds, result, even, skill, luck, spread }: Sum, decisions: readonly Wire.DecisionInfo[]): string {
  const played = skill > 0 && skill < SERIOUS ? "even" : side(skill, spread);
  const ended = Math.abs(result - even) < 0.005 ? "even" : result > even ? "won" : "lost";
  const cost = mistakes(decisions).reduce((all, mistake) => all + mistake.cost, 0) / rounds;
  if (ended === "lost" && played === "less" && cost < DECISIVE) return luck < skill ? "lost-cards" : "lost-slips";
  if (ended === "won" && played === "more" && luck > skill) return "won-both"; // the cards did more than the choices
  if (ended !== "even" && played === "even" && side(luck, spread) !== (ended === "won" ? "more" : "less"))
    return `${ended}-near`;
  return `${ended}-${played}`;
}

/**
 * The curve and everything drawn around it, as wide as the room or, for a long game, as it needs. For a review that is still
 * being made, `moves` says how many there will be.
 */
export function plot(review: Wire.Review, space: { width: number; height: number }, moves = 0): Plot {
  const rounds = [...new Set(review.chances.map(({ round }) => round))].map((round) =>
    review.chances.filter((one) => one.round === round),
  );
  const gaps = GAP * Math.max(0, rounds.length - 1);
  const steps = Math.max(rounds.reduce((all, chances) => all + chances.length - 1, 0) + gaps, moves);
  const { left, top } = FRAME;
  const width = Math.max(space.width, left + FRAME.right + steps * LEAST_STEP);
  const [right, bottom] = [width - FRAME.right, space.height - FRAME.bottom];
  const y = (share: number): number => bottom - Math.min(1, Math.max(0, share)) * (bottom - top);

  let place = 0;
  const stretches = rounds.map((chances) => {
    const points = chances.map((chance, i) => ({
      x: left + ((place + i) * (right - left)) / Math.max(1, steps),
      y: y(chance.win),
      chance,
    }));
    place += chances.length - 1 + GAP;
    return { round: chances[0].round, points, line: path(points), band: band(points, y) };
  });
  return {
    ...{ width, height: space.height, left, right, top, bottom, stretches },
    even: y(1 / review.players),
    ticks: TICKS.map((share) => ({ y: y(share), share })),
    marks: apart(marksOf(review, stretches), top),
  };
}

const at = ({ x, y }: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
const path = (spots: Spot[]): string => `M${spots.map(at).join("L")}`;

function band(points: Point[], y: (share: number) => number): string {
  const edge = (sign: number): Spot[] =>
    points.map(({ x, chance }) => ({ x, y: y(chance.win + sign * NINETY_FIVE * chance.error) }));
  return `${path([...edge(1), ...edge(-1).reverse()])}Z`;
}

function marksOf(review: Wire.Review, stretches: Stretch[]): Mark[] {
  const places = new Map(stretches.flatMap(({ points }) => points.map((point) => [point.chance.number, point])));
  return mistakes(review.decisions)
    .slice(0, MOST_TOLD)
    .flatMap(({ number }, i) => {
      const point = places.get(number);
      return point ? [{ n: i + 1, x: point.x, y: point.y, badge: point.y }] : [];
    });
}

/** Places the marks' numbers above their points, clear of each other, or below if there is no room above. */
function apart(marks: Mark[], top: number): Mark[] {
  const placed: Mark[] = [];
  const ways = Array.from({ length: MOST_TOLD }, (_, i) => BADGE * (i + 1));
  const free = (x: number, badge: number): boolean =>
    placed.every((other) => Math.abs(other.x - x) >= BADGE || Math.abs(other.badge - badge) >= BADGE);
  for (const mark of [...marks].sort((a, b) => a.x - b.x)) {
    const above = ways.map((way) => mark.y - way).filter((badge) => badge >= top - BADGE / 2);
    const tries = [...above, ...ways.map((way) => mark.y + way)];
    placed.push({ ...mark, badge: tries.find((badge) => free(mark.x, badge)) ?? tries[0] });
  }
  return placed.sort((a, b) => a.n - b.n);
}

/** The index of the point nearest to an x. */
export function nearest(points: readonly { x: number }[], x: number): number {
  return points.reduce((best, point, i) => (Math.abs(point.x - x) < Math.abs(points[best].x - x) ? i : best), 0);
}

/** A share in percent, with this many decimals, in the player's language. */
export function percent(share: number, digits = 0, signDisplay: "auto" | "exceptZero" = "auto"): string {
  const options = { style: "percent", maximumFractionDigits: digits, signDisplay } as const;
  return new Intl.NumberFormat(languageCode(), options).format(share).replace("-", "−");
}

/** The same, with one more decimal if it is small. */
export const finely = (share: number): string => percent(share, share < 0.1 ? 1 : 0);

/** The same as a number of rounds out of a hundred. */
export const inHundred = (share: number): string =>
  new Intl.NumberFormat(languageCode(), { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(100 * share);

/** Half the 95% interval for a standard error. */
export const plusMinus = (error: number): string => `±${finely(NINETY_FIVE * error)}`;

/** The card of a move, to picture it. */
export const cardOf = (move: string | null, isCard: (text: string) => boolean): string | undefined =>
  move?.split(" ").slice(1).find(isCard);
