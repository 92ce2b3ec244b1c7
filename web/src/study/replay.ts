// A finished game step by step: one seat's frames, folded so the replay can jump anywhere.
import { request } from "../connection/api";
import { applyFrame, type Frame, type TableState } from "../connection/state";
import type * as Wire from "../wire";
import { bestMove, mistakes } from "./curve";
import type { Found } from "./review";
import type { Shuffle } from "./verify";

export interface Replay {
  frames: (Frame & Pick<Wire.ReplayFrame, "made">)[];
  /** The proof of a fair deal. */
  shuffles: Shuffle[];
}

/** One moment: what the seat knew, what had just happened, and the move that led there. */
export interface Moment {
  state: TableState;
  events: Wire.GameEvent[];
  number: number;
  made?: Wire.MadeMove;
}

/** Every moment of a replay, from the first deal on. */
export function moments(frames: Replay["frames"]): Moment[] {
  let state: TableState = {};
  return frames.map((frame, number) => {
    state = applyFrame(state, frame);
    return { state, events: frame.events ?? [], number, made: frame.made };
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

/** A moment worth jumping to: what led there, in the review or in the game. */
export interface KeyMoment {
  at: number;
  kind: "best" | "mistake" | "turning" | "last-card" | "end";
  /** Who it is about. */
  seat: number;
  /** Whether it cost that player. */
  bad?: boolean;
  /** The move that is made here, null for a chance that passes, and what would have been better. */
  move?: string | null;
  better?: string | null;
}

/** Moments that every game has: somebody is down to one card, and what comes before the last card of a round. */
export function landmarks(found: readonly Moment[]): KeyMoment[] {
  const marks: KeyMoment[] = [];
  for (const { state, number } of found) {
    const before = found[number - 1]?.state;
    if (!before || before.round !== state.round) continue;
    const ended = state.stage !== "playing" && before.stage === "playing";
    if (ended) marks.push({ at: number - 1, kind: "end", seat: state.winner ?? -1 });
    else
      state.counts?.forEach((count, seat) => {
        if (count === 1 && (before.counts?.[seat] ?? 0) > 1) marks.push({ at: number, kind: "last-card", seat });
      });
  }
  return marks;
}

/** The moments that a review picks out: the best move, clear mistakes, and where the chance changed the most. */
export function reviewed(review: Found): KeyMoment[] {
  const at = (number: number): number => Math.max(0, number - 1);
  const best = bestMove(review.best_move);
  const wrong = mistakes(review.decisions).slice(0, 3);
  const named = [...wrong, ...(best ? [best.decision] : [])].map(({ number }) => number);
  const changes = review.chances
    .map(({ number, win, round }, i) => ({ number, by: win - (review.chances[i - 1]?.win ?? win), round, i }))
    .filter(({ round, i }) => review.chances[i - 1]?.round === round);
  const [turn] = [...changes].sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const isTold = !turn || named.includes(turn.number);
  return [
    ...(best ? [{ at: at(best.decision.number), kind: "best" as const, seat: review.seat, move: best.decision.played }] : []),
    ...wrong.map(({ number, played: move, best: better }) => ({
      ...{ at: at(number), kind: "mistake" as const, seat: review.seat, bad: true },
      ...{ move, better },
    })),
    // Its own move is what turned the game, so it shows after it.
    ...(isTold ? [] : [{ at: turn.number, kind: "turning" as const, seat: review.seat, bad: turn.by < 0 }]),
  ];
}

/** All of them in order, one a step. The first of a step counts, so what a review says goes before. */
export function inOrder(marks: readonly KeyMoment[]): KeyMoment[] {
  const first = new Map<number, KeyMoment>();
  for (const mark of marks) if (!first.has(mark.at)) first.set(mark.at, mark);
  return [...first.values()].sort((a, b) => a.at - b.at);
}

/** How long to show a moment, in milliseconds. */
export function pace(moment: Moment, speed: number): number {
  const told = moment.events.filter((event) => event.what !== "dealt").length;
  return Math.min(4000, 900 + 350 * Math.max(0, told - 1)) / speed;
}

/** The replay of a table's finished game from a seat, or as a spectator (null). */
export function replayOf(table: string, key: string, seat: number | null): Promise<Replay> {
  const query = seat === null ? "" : `?seat=${seat}`;
  return request<Replay>(`/api/tables/${encodeURIComponent(table)}/replay${query}`, "GET", undefined, key);
}

/** The same for a record, which has every seat's cards. */
export function replayRecord(record: unknown, seat: number | null): Promise<Replay> {
  const query = seat === null ? "" : `?seat=${seat}`;
  return request<Replay>(`/api/replay${query}`, "POST", record);
}

/** What happened, with every card that any seat saw. A finished game has no secrets. */
export function together(replays: Replay[]): Wire.GameEvent[] {
  const [first = [], ...others] = replays.map(({ frames }) => frames.flatMap((frame) => frame.events ?? []));
  return first.map((event, i) => [event, ...others.map((events) => events[i])].find((one) => one?.card) ?? event);
}

/** The replays from every seat, fetched one by one. */
export async function fromEverySeat(players: number, ask: (seat: number) => Promise<Replay>): Promise<Replay[]> {
  const found: Replay[] = [];
  for (let seat = 0; seat < players; seat++) found.push(await ask(seat));
  return found;
}
