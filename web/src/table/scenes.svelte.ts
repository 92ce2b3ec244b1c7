/**
 * One queue for everything the page shows of a table. A frame with events is a scene, and scenes play one after another.
 *
 *                frame with events                     its time is over, another waits
 *     ┌──────┐ ─────────────────────▶ ┌─────────┐ ──────────────────────────────────────┐
 *     │ idle │                        │ playing │ ◀─────────────────────────────────────┘
 *     └──────┘ ◀───────────────────── └─────────┘
 *                nothing waits, or flush
 *
 * - Idle: `table.shown` is `table.state`.
 * - Playing: `table.shown` is the state after the scene that plays. Cards, piles, prompt, question, log, captions, sounds and
 *   announcements all belong to that scene (`table.show`), so they can't disagree.
 * - A scene that waits makes the ones before it hurry. The page never trails by more than MOST_BEHIND.
 * - Not in the queue, because a moment counts: UNO, catches and other chances, the player's clock, who is there, and chat.
 *   They appear as soon as their frame arrives.
 * - Among bots, nothing new plays while the player reads a hand that was shown to them.
 * - Flush: when the player acts, the page is hidden, or the table starts over, everything that waits is shown at once,
 *   without motion. So whatever the player does is decided by the truth.
 */
import { tick } from "svelte";

import { isStill, settings } from "../browser/settings.svelte";
import { drawn } from "../browser/frames";
import { play } from "../browser/play-sound";
import { keyed, sorted } from "../cards/hand-order";
import { hash } from "../cards/moods";
import type { TableState } from "../connection/state";
import { TURN_PHASES } from "./choices";
import type * as Wire from "../wire";
import { type Effect, EFFECT, effects, hasOutcome, soundsOf } from "./effects";
import { FLIGHT, Pacer, type Place, scene, type Show, SPEEDS } from "./motion";
import type { Deal, Listener } from "./shown.svelte";
import type { Table } from "./table.svelte";

export interface Box {
  x: number;
  y: number;
  width: number;
}
export interface Flyer {
  id: number;
  card: string | null;
  from: Box;
  to: Box;
  duration: number;
}
/** A card on the discard pile, slightly rotated. */
export interface Laid {
  id: number;
  card: string;
  turn: number;
}

/** An effect on the page. */
export interface Staged extends Effect {
  id: number;
  /** Milliseconds before it begins, and how long it shows then. */
  wait: number;
  duration: number;
}

const MOST_BEHIND = 1800;
const LAID_KEPT = 4;
const LANDING = FLIGHT * 0.3; // a caption pops up while its card lands
const FRESH = 2500; // milliseconds after which a deal is old news

const isMine = ({ you, to_move }: TableState): boolean => typeof you === "number" && !!to_move?.includes(you);

const YOUR_TURN = (you: number): Effect => ({ look: "turn-is-yours", at: you, shout: "", victim: you, count: 0, weight: 1 });

const keysOf = (state: TableState, table: Table): { key: string; card: string }[] =>
  table.edition && state.hand ? keyed(sorted(table.edition, state.hand)) : [];

export class Scenes {
  busy = $state(false);
  flyers: Flyer[] = $state.raw([]);
  arriving: ReadonlySet<string> = $state.raw(new Set());
  laid: Laid[] = $state.raw([]);
  shows: (Show & { id: number })[] = $state.raw([]);
  /** What the scene dramatizes. The next scene's effects replace them, so that none covers another. */
  effects: Staged[] = $state.raw([]);
  /** Cards on their way to a seat. */
  coming: Readonly<Record<number, number>> = $state.raw({});
  /** Shows everything at once, because the scenes play on a board in the same room. */
  quiet = false;
  /** The player reads how something turned out. What bots do meanwhile waits. */
  reading = false;
  /** The element in which places are looked up. */
  root: HTMLElement | null = null;
  /** Where the card was that the player just chose. */
  picked: { card: string; box: Box } | null = null;

  #table: Table;
  #pacer: Pacer;
  #count = 0;
  #landing = $state(0);
  #timers = new Set<ReturnType<typeof setTimeout>>();

  get state(): TableState {
    return this.#table.shown;
  }

  /** The upper cards of the discard pile, the top card last. */
  pile: Laid[] = $derived.by(() => {
    const { top } = this.state;
    if (!top || this.#landing || this.laid.at(-1)?.card === top) return this.laid;
    return [{ id: -1, card: top, turn: 0 }];
  });

  constructor(table: Table) {
    this.#table = table;
    const clock = { now: () => performance.now(), after: (ms: number, act: () => void) => this.#after(ms, act) };
    const idle = (): void => {
      this.#table.held = null;
      this.busy = false;
    };
    const isAmongBots = (): boolean => !!table.state.seats?.every((seat, i) => i === table.you || !seat || seat.bot);
    const isHeld = (): boolean => {
      const held = this.reading && isAmongBots();
      this.busy = !held;
      return held;
    };
    this.#pacer = new Pacer(clock, MOST_BEHIND, idle, isHeld);
  }

  /** Plays what happens at the table from now on, once it is set. Returns a function that stops it. */
  start(root: HTMLElement | null, isSet: Promise<void> = tick()): () => void {
    this.root = root;
    const director: Listener = (...scene) => this.add(...scene);
    this.#table.director = director;
    this.deal(this.#table.fresh, isSet);
    return () => {
      this.flush();
      if (this.#table.director === director) this.#table.director = null;
    };
  }

  /** Shows everything that waits, without motion. */
  flush(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#pacer.flush();
    this.flyers = [];
    this.arriving = new Set();
    this.coming = {};
    this.shows = [];
    this.effects = [];
    this.#landing = 0;
  }

  /** Takes in what happened, and shows it when it is due. */
  add(events: Wire.GameEvent[], before: TableState, after: TableState): void {
    const book = this.#table.book;
    if (!book || before.stage !== "playing" || document.hidden || this.quiet) {
      this.flush();
      this.#table.show(events, before, after);
      if (this.quiet && isMine(after) && !isMine(before)) play("your-turn");
      return;
    }
    const { flights, shows: held, length: flying } = scene(book, events, after.players ?? 0);
    const shows = hasOutcome(book, after) ? [] : held; // they lie in the middle of the table
    const staged = effects(book, events);
    const length = staged.length ? Math.max(flying, EFFECT) : flying;
    const own = after.you !== null && events[0]?.seat === after.you;
    const speed = SPEEDS[settings.speed];
    if (!this.#pacer.isBusy) this.busy = true;
    this.#table.held ??= before;
    this.#table.unseen += events.length;
    this.#pacer.add((own && !staged.length ? Math.min(length, FLIGHT) : length) * speed, (hurry) => {
      this.#table.held = after;
      this.#table.unseen -= events.length;
      this.#table.show(events, before, after);
      if (!hurry) return;
      const pace = speed * Math.max(hurry, 0.35);
      this.#sounds(events, before, after);
      const lands = flights.some(({ to }) => to === "discard") && !isStill();
      this.#stage(staged, pace, lands ? LANDING : 0); // a card does what it does when it is there
      const isTurn = TURN_PHASES.has(after.phase ?? "") || !!after.moves?.includes(book.verbAt("pile"));
      if (isMine(after) && !isMine(before) && isTurn && !this.#table.isReplay)
        this.#after(length * pace, () => this.#stage([YOUR_TURN(after.you ?? 0)], pace));
      if (isStill()) this.#settle(flights, shows, speed);
      else void this.#fly(flights, shows, before, after, pace);
    });
  }

  /** Deals a round that has just begun across the table. */
  deal(deal: Deal | null, isSet: Promise<void>): void {
    const book = this.#table.book;
    const now = this.#table.state;
    if (!book || !deal || performance.now() - deal.at > FRESH || document.hidden || isStill() || this.quiet) return;
    const { flights, length } = scene(book, deal.events, now.players ?? 0);
    const speed = SPEEDS[settings.speed];
    this.busy = true;
    this.#table.held = now;
    this.#pacer.add(
      length * speed,
      (hurry) => void (hurry && this.#fly(flights, [], {}, now, speed * Math.max(hurry, 0.35), isSet)),
    );
  }

  #after(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #lay(card: string): void {
    const id = this.#count++;
    this.laid = [...this.laid, { id, card, turn: (hash(`${card}${id}`) % 19) - 9 }].slice(-LAID_KEPT);
  }

  /** Puts effects on the page in place of the ones before. */
  #stage(staged: readonly Effect[], pace: number, wait = 0): void {
    if (!staged.length) return;
    const times = { wait: wait * pace, duration: (EFFECT - wait) * pace };
    const made = staged.map((effect) => ({ ...effect, id: this.#count++, ...times }));
    this.effects = made;
    this.#after(EFFECT * pace, () => (this.effects = this.effects === made ? [] : this.effects));
  }

  #settle(flights: readonly { to: Place; card: string | null }[], shows: readonly Show[], speed: number): void {
    for (const flight of flights) if (flight.to === "discard" && flight.card) this.#lay(flight.card);
    this.#show(shows, speed);
  }

  #show(shows: readonly Show[], speed: number): void {
    for (const show of shows) {
      const id = this.#count++;
      this.#after(
        show.at * speed,
        () => (this.shows = [...this.shows.filter((other) => other.seat !== show.seat), { ...show, id }]),
      );
      this.#after((show.at + 2200) * speed, () => (this.shows = this.shows.filter((other) => other.id !== id)));
    }
  }

  async #fly(
    flights: ReturnType<typeof scene>["flights"],
    shows: readonly Show[],
    before: TableState,
    after: TableState,
    speed: number,
    ready = flights.some(({ from }) => from === after.you) ? tick() : drawn(), // what was just drawn is measured for free
  ): Promise<void> {
    const { you } = after;
    const old = new Set(keysOf(before, this.#table).map(({ key }) => key));
    const fresh = keysOf(after, this.#table).filter(({ key }) => !old.has(key));
    const keys = flights.map(({ to, card }) => {
      const mine = to === you ? fresh.findIndex((each) => each.card === card) : -1;
      return mine < 0 ? undefined : fresh.splice(mine, 1)[0].key;
    });
    this.arriving = new Set([...this.arriving, ...keys.filter((key) => key !== undefined)]);
    const seats = flights.map(({ from, card }) => (typeof from === "number" ? this.#box(from, you, card) : null));
    this.#expect(
      flights.map(({ to }) => to),
      1,
    );
    const toDiscard = flights.filter((flight) => flight.to === "discard").length;
    if (toDiscard && before.top && this.laid.at(-1)?.card !== before.top)
      this.laid = [{ id: this.#count++, card: before.top, turn: 0 }];
    this.#landing += toDiscard;
    this.picked = null;
    await ready;
    const places = new Map<Place, Box | null>(); // measured once, before anything moves
    const boxOf = (place: Place): Box | null => {
      if (!places.has(place)) places.set(place, this.#box(place, you, null));
      return places.get(place) ?? null;
    };
    for (const [i, { from: start, to, card, at }] of flights.entries()) {
      const key = keys[i];
      const from = seats[i] ?? boxOf(start);
      const there = (key && this.#boxOf(`[data-key="${CSS.escape(key)}"]`)) || boxOf(to);
      if (from && there) {
        const flyer = { id: this.#count++, card, from, to: there, duration: FLIGHT * speed };
        this.#after(at * speed, () => (this.flyers = [...this.flyers, flyer]));
      }
      this.#after((at + FLIGHT) * speed, () => this.#land(to, card, key));
    }
    this.#show(shows, speed);
  }

  #expect(places: readonly Place[], by: number): void {
    const coming = { ...this.coming };
    for (const place of places) if (typeof place === "number") coming[place] = (coming[place] ?? 0) + by;
    this.coming = coming;
  }

  #land(to: Place, card: string | null, key: string | undefined): void {
    this.#expect([to], -1);
    if (to === "discard") {
      this.#landing--;
      if (card) this.#lay(card);
    }
    if (key) this.arriving = new Set([...this.arriving].filter((other) => other !== key));
  }

  /** Removes a flying card that has arrived. */
  gone(id: number): void {
    this.flyers = this.flyers.filter((flyer) => flyer.id !== id);
  }

  #box(place: Place, you: number | null | undefined, card: string | null): Box | null {
    if (place === you && card) {
      if (this.picked?.card === card) return this.picked.box;
      const held = this.root?.querySelectorAll(`[data-place="hand"] [data-card="${CSS.escape(card)}"]`);
      if (held?.length) return measure(held[held.length - 1]);
    }
    return this.#boxOf(`[data-place="${place === you ? "hand" : typeof place === "number" ? `seat-${place}` : place}"]`);
  }

  #boxOf(selector: string): Box | null {
    const found = this.root?.querySelector(selector);
    return found ? measure(found) : null;
  }

  #sounds(events: Wire.GameEvent[], before: TableState, after: TableState): void {
    const book = this.#table.book;
    if (!book) return;
    const names = soundsOf(book, events);
    if (isMine(after) && !isMine(before)) names.push("your-turn");
    if (after.stage === "playing" && after.counts?.includes(1) && after.turn !== before.turn) names.push("heart");
    for (const name of names) play(name);
  }
}

/** Where this element's card would lie: on it, or in its middle at the width of a small card. */
export function measure(element: Element): Box {
  const box = element.getBoundingClientRect();
  const width = Number((element as HTMLElement).dataset.cardWidth) || Math.min(box.width, box.height / 1.5) || 40;
  return { x: box.left + (box.width - width) / 2, y: box.top + (box.height - width * 1.5) / 2, width };
}
