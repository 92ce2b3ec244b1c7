/** A review of a finished game: what the server found, as lines and numbers to show. Pure, besides asking for it. */
import { request } from "./api";
import type * as Wire from "./wire";

const MOST_TOLD = 8;
const NINETY_FIVE = 1.96; // standard errors to either side that hold nineteen times in twenty

export interface RoundReview {
  round: number;
  won: boolean;
  luck: number;
  skill: number;
  error: number;
  even: number;
  chances: Wire.ChanceInfo[];
}

/** Parts of a whole as whole percents. */
export const percent = (part: number): number => Math.round(part * 100);

/** The same with its sign: +4, −3, 0. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** How far a number may be off, in percents: never less than 1, for nothing here is exact. */
export const margin = (error: number): number => Math.max(1, Math.ceil(NINETY_FIVE * error * 100));

/** Round by round: how it ended, why, and the chances on the way. */
export function roundsOf(review: Wire.Review): RoundReview[] {
  return review.balances.map(({ round, won, luck, skill, error, even }) => ({
    round,
    won,
    luck: percent(luck),
    skill: percent(skill),
    error: margin(error),
    even: percent(even),
    chances: review.chances.filter((chance) => chance.round === round),
  }));
}

/** The moves that cost most, the dearest first; only those where the estimate is sure of it. */
export function costly(review: Wire.Review): Wire.DecisionInfo[] {
  return review.decisions.filter(({ clear }) => clear).sort((a, b) => b.cost - a.cost).slice(0, MOST_TOLD);
}

/** The chances as the points of a line in a box of this size; the top is a sure win. */
export function line(chances: Wire.ChanceInfo[], width: number, height: number): string {
  const step = width / Math.max(1, chances.length - 1);
  return chances.map(({ win }, i) => `${round(i * step)},${round((1 - win) * height)}`).join(" ");
}

/** The band in which the chances lie nineteen times in twenty, as a closed line. */
export function band(chances: Wire.ChanceInfo[], width: number, height: number): string {
  const at = (by: number): Wire.ChanceInfo[] =>
    chances.map((chance) => ({ ...chance, win: Math.min(1, Math.max(0, chance.win + by * NINETY_FIVE * chance.error)) }));
  return `${line(at(1), width, height)} ${line(at(-1), width, height).split(" ").reverse().join(" ")}`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

/** The review of a table's finished game, from a seat. It takes the server some seconds. */
export function reviewOf(table: string, key: string, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`, "GET", undefined, key);
}

/** The same of a record. */
export function reviewRecord(record: unknown, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/review?seat=${seat}`, "POST", record);
}
