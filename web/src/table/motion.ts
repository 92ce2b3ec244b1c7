/** What moves on the table when something happens, and how fast. Pure: no page, and the clock is passed in. */
import type { EditionBook } from "../connection/catalog";
import type * as Wire from "../wire";

/** A pile, or a seat. */
export type Place = "draw" | "discard" | number;

export interface Flight {
  from: Place;
  to: Place;
  /** Null if only its back shows. */
  card: string | null;
  /** Milliseconds after the start, at normal speed. */
  at: number;
}

/** A card held up at a seat for a moment. */
export interface Show {
  seat: number;
  card: string;
  at: number;
}

export interface Scene {
  flights: Flight[];
  shows: Show[];
  /** Milliseconds until the next can start, at normal speed. */
  length: number;
}

export const FLIGHT = 430;
const GAP = 130;
const RAIN = 880 - FLIGHT; // the most between the first and the last card of a rain
const DEAL_GAP = 36;
const BACKS = 3;
const HAND_GAP = 50;
const MOST_FLIGHTS = 80;
const REST = 260;
const HELD = 100; // milliseconds until it looks again whether the next can start

/** What to show for events that arrived together. */
export function scene(book: EditionBook, events: readonly Wire.GameEvent[], players: number): Scene {
  const flights: Flight[] = [];
  const shows: Show[] = [];
  let at = 0;
  const fly = (from: Place, to: Place, card: string | undefined, gap: number) => {
    if (flights.length < MOST_FLIGHTS) flights.push({ from, to, card: card ?? null, at });
    at += gap;
  };
  /** Whole hands change owners at once, each as a few backs behind each other. */
  const flyHands = (ways: [number, number][]) => {
    for (let back = 0; back < BACKS; back++) {
      for (const [from, to] of ways) fly(from, to, undefined, 0);
      at += back < BACKS - 1 ? HAND_GAP : GAP;
    }
  };
  const isDrop = (what: string): boolean => what !== "dealt" && book.happening(what)?.moves === "in";
  const dropGap = Math.min(GAP, (RAIN - GAP) / events.filter(({ what }) => isDrop(what)).length);
  for (const event of events) {
    const { seat, to, card } = event;
    const moves = book.happening(event.what)?.moves ?? "";
    if (event.what === "flipped") fly("draw", "discard", card, GAP);
    if (seat === undefined) continue;
    if (moves === "in") fly("draw", seat, card, isDrop(event.what) ? dropGap : DEAL_GAP);
    else if (moves === "out") fly(seat, "discard", card, GAP);
    else if (moves === "gift" && to !== undefined) fly(seat, to, card, GAP);
    else if (moves === "swap" && to !== undefined)
      flyHands([
        [seat, to],
        [to, seat],
      ]);
    else if (moves === "rotate") {
      const by = event.word === "right" ? players - 1 : 1;
      flyHands(Array.from({ length: players }, (_, i) => [i, (i + by) % players]));
    } else if (moves === "seen" && card) {
      shows.push({ seat, card, at });
      at += GAP * 2;
    }
  }
  const quiet = !flights.length && !shows.length;
  const last = Math.max(0, ...flights.map((flight) => flight.at + FLIGHT), ...shows.map((show) => show.at + 700));
  return { flights, shows, length: quiet ? 0 : last + REST };
}

export interface Clock {
  now(): number;
  after(milliseconds: number, act: () => void): void;
}

interface Job {
  length: number;
  run(hurry: number): void;
}

/** Shows one scene after another. It hurries when many are waiting, and never falls behind by more than `most`. */
export class Pacer {
  #waiting: Job[] = [];
  #busyUntil = 0;
  #turn = 0; // counts the jobs, so that an old timer does nothing
  #clock: Clock;
  #most: number;
  #idle: () => void;
  #isHeld: () => boolean;

  constructor(clock: Clock, most: number, idle: () => void, isHeld = (): boolean => false) {
    this.#clock = clock;
    this.#most = most;
    this.#idle = idle;
    this.#isHeld = isHeld;
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0 || this.#clock.now() < this.#busyUntil;
  }

  /** Runs a job now, or after the ones before it. Its length is in milliseconds of the clock. */
  add(length: number, run: (hurry: number) => void): void {
    const wasBusy = this.isBusy;
    this.#waiting.push({ length, run });
    if (!wasBusy) this.#next();
  }

  /** Stops waiting and runs everything that is left. */
  flush(): void {
    const left = this.#waiting;
    this.#waiting = [];
    this.#busyUntil = 0;
    this.#turn++;
    for (const job of left) job.run(0);
    this.#idle();
  }

  #next(): void {
    if (this.#waiting.length && this.#isHeld()) {
      const turn = ++this.#turn;
      this.#clock.after(HELD, () => turn === this.#turn && this.#next());
      return;
    }
    const job = this.#waiting.shift();
    if (!job) {
      this.#idle();
      return;
    }
    const behind = this.#waiting.reduce((sum, other) => sum + other.length, job.length);
    const hurry = behind <= this.#most ? 1 : this.#most / behind;
    job.run(hurry);
    this.#busyUntil = this.#clock.now() + job.length * hurry;
    const turn = ++this.#turn;
    this.#clock.after(job.length * hurry, () => {
      if (turn !== this.#turn) return; // flushed, or the next one has begun
      this.#busyUntil = 0;
      this.#next();
    });
  }
}

export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.45 };
