// A finished game, step by step: the frames of one seat, folded, so that one can go anywhere in it.
import { request } from "./api";
import { applyFrame, type Frame, type TableState } from "./state";
import type { Shuffle } from "./verify";
import type * as Wire from "./wire";

export interface Replay {
  frames: Frame[];
  /** Of a fair deal. */
  shuffles: Shuffle[];
}

/** One moment: what the seat knew, and what had just happened. */
export interface Moment {
  state: TableState;
  events: Wire.GameEvent[];
  number: number;
}

/** Every moment of a replay, from the first deal on. */
export function moments(frames: Frame[]): Moment[] {
  let state: TableState = {};
  return frames.map((frame, number) => {
    state = applyFrame(state, frame);
    return { state, events: frame.events ?? [], number };
  });
}

/** Where each round begins. */
export function rounds(found: Moment[]): { round: number; at: number }[] {
  const first = new Map<number, number>();
  for (const { state, number } of found) {
    const round = state.round ?? 0;
    if (!first.has(round)) first.set(round, number);
  }
  return [...first].map(([round, at]) => ({ round, at }));
}

/** How long a moment is shown, in milliseconds. */
export function pace(moment: Moment, speed: number): number {
  const told = moment.events.filter((event) => event.what !== "dealt").length;
  return Math.min(4000, 900 + 350 * Math.max(0, told - 1)) / speed;
}

/** The replay of a table's finished game, from a seat (null: a spectator's). */
export function replayOf(table: string, key: string, seat: number | null): Promise<Replay> {
  const query = seat === null ? "" : `?seat=${seat}`;
  return request<Replay>(`/api/tables/${encodeURIComponent(table)}/replay${query}`, "GET", undefined, key);
}

/** The same of a record, which tells every seat's cards. */
export function replayRecord(record: unknown, seat: number | null): Promise<Replay> {
  const query = seat === null ? "" : `?seat=${seat}`;
  return request<Replay>(`/api/replay${query}`, "POST", record);
}

/** What happened, with every card that some seat saw; a finished game keeps none from anybody. */
export function together(replays: Replay[]): Wire.GameEvent[] {
  const [first = [], ...others] = replays.map(({ frames }) => frames.flatMap((frame) => frame.events ?? []));
  return first.map((event, i) => [event, ...others.map((events) => events[i])].find((one) => one?.card) ?? event);
}

/** The replay from every seat, one after the other. */
export async function fromEverySeat(players: number, ask: (seat: number) => Promise<Replay>): Promise<Replay[]> {
  const found: Replay[] = [];
  for (let seat = 0; seat < players; seat++) found.push(await ask(seat));
  return found;
}
