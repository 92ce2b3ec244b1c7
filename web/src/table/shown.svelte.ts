/** What the page shows of a table. It trails the truth while scenes play (scenes.svelte.ts). */
import { cardName } from "../cards/names";
import type { EditionBook } from "../connection/catalog";
import type { Happened, TableState } from "../connection/state";
import { t } from "../texts";
import type * as Wire from "../wire";
import type { Choice } from "./choices";
import { lines, type Names } from "./wording";

export interface LogLine {
  n: number;
  event: Wire.GameEvent;
  text: string;
  /** The same for lines that arrived together. */
  since?: number;
}

export type Listener = (events: Wire.GameEvent[], before: TableState, after: TableState) => void;

/** The events of a deal, and when it arrived. */
export interface Deal {
  events: readonly Wire.GameEvent[];
  at: number;
}

export const dealIn = (events: readonly Wire.GameEvent[]): Deal | null =>
  events.some(({ what }) => what === "dealt") ? { events, at: performance.now() } : null;

/** What has happened, as lines of the log. */
export function logged(book: EditionBook, events: readonly Happened[], names: Names, you: number | null = null): LogLine[] {
  const heard = events.filter(({ event }, i) => !isOldNews(event, events, i));
  const told = lines(
    book,
    heard.map(({ event }) => event),
    names,
    you,
    (first, next) => heard[first].since === heard[next].since,
  );
  return told.map(({ at, event, text }) => ({ n: heard[at].n, event, text, since: heard[at].since }));
}

const BIG = 3; // the weight of what has to be heard with what came of it

/** What happened last. If it came of something big that the same player did, that too. */
export function lastTold(book: EditionBook | undefined, log: readonly LogLine[]): string {
  const [before, last] = [log.at(-2), log.at(-1)];
  const isOne = before?.since !== undefined && before.since === last?.since && before.event.seat === last.event.seat;
  const isBig = isOne && (book?.happening(before.event.what)?.weight ?? 0) >= BIG;
  return isBig ? `${before.text}. ${last?.text}` : (last?.text ?? "");
}

/** Who has voted shows at the table, and a verdict says how. */
const isOldNews = ({ what, seat }: Wire.GameEvent, events: readonly Happened[], at: number): boolean =>
  what === "voted" ||
  (what === "vote" && events.some(({ event }, i) => i > at && event.what === "verdict" && event.seat === seat));

/** Whether a player isn't there. Without a connection, that is so at once, before the seat counts as away. */
const isGone = ({ away, offline }: Wire.SeatInfo): boolean => !!away || !!offline;

export abstract class ShownTable {
  /** What the table has written on cards, in words. */
  written: ReadonlyMap<string, string> = $state.raw(new Map());
  /** What is true now. Only what the player does is decided by it. */
  abstract state: TableState;
  abstract events: Happened[];
  abstract book: EditionBook | undefined;
  /** Whether nobody can act, so that nobody is addressed. */
  abstract readonly isReplay: boolean;

  /** The state that the running scene ends with. Null if nothing waits to be shown. */
  held: TableState | null = $state.raw(null);
  /** How many of the last events wait to be shown. */
  unseen = $state(0);
  /** Plays scenes while a table is on the page. Without it, everything shows at once. */
  director: Listener | null = null;

  /** The tip that shows at the table. */
  tip = $state("");
  /** How the moves begin that the tip is about. Empty if it is about what happened. */
  tipAbout = $state("");
  /** Whether a question to the player covers the table. */
  isAsked = $state(false);
  /** Goes on in a lesson that waits for its learner to do so. */
  get goOn(): (() => Promise<void>) | null {
    return null;
  }
  /** Skips the step of a lesson. */
  skip: (() => Promise<void>) | null = null;

  #listeners = new Set<Listener>();

  /** What the page shows: who is there and their clocks are always up to date. */
  shown: TableState = $derived.by(() => {
    const now = this.state;
    if (!this.held) return now;
    return { ...this.held, seats: now.seats, clocks: now.clocks, settings: now.settings, muted: now.muted };
  });
  you: number | null = $derived.by(() => this.state.you ?? null);
  /** The seat that texts call "you". A replay calls everyone by name, whoever's view it shows. */
  addressed: number | null = $derived.by(() => (this.isReplay ? null : this.you));
  stage: TableState["stage"] = $derived.by(() => this.state.stage);
  myTurn = $derived(this.you !== null && (this.shown.to_move ?? []).includes(this.you));
  seen: Happened[] = $derived.by(() => (this.unseen ? this.events.slice(0, -this.unseen) : this.events));
  /** Whether no player is there, so the game waits. */
  paused: boolean = $derived.by(() => {
    const people = (this.state.seats ?? []).filter((seat) => seat && !seat.bot && seat.away !== "kept");
    return this.stage === "playing" && people.length > 0 && people.every((seat) => seat?.away);
  });
  /** Who went and came back, as lines of the log. They show at once. */
  presence: LogLine[] = $state.raw([]);
  log: LogLine[] = $derived.by(() => {
    const lines = this.book ? logged(this.book, this.seen, this.name, this.addressed) : [];
    return this.presence.length ? [...lines, ...this.presence].sort((a, b) => a.n - b.n) : lines;
  });

  get edition(): Wire.EditionInfo | undefined {
    return this.book?.info;
  }

  /** What the coach of a lesson says. */
  get coach(): string {
    return "";
  }

  /** What the coach of a lesson says in a question about a chosen card, with its answers. */
  coachOn(_answers: readonly Choice[]): string {
    return this.coach;
  }

  /** Whether the player is asked again because a lesson wants another color with the same card. */
  asksAgain(_move: string): boolean {
    return false;
  }

  /** The moves that a lesson waits for. */
  get wanted(): readonly string[] {
    return [];
  }

  /** What the learner in a lesson has to do before the game goes on. */
  get awaited(): string {
    return "";
  }

  /** Hears that the player has chosen a card, or calls with the next one: a lesson answers it. */
  prepare(_isChosen: boolean, _isCalled: boolean): void {}

  /** The name of the player in a seat. */
  name = (seat: number): string => this.state.seats?.[seat]?.name ?? t("seat.numbered", { n: seat + 1 });

  /** Why a player isn't there, and who plays meanwhile. */
  awayText(seat: number): string {
    const away = this.state.seats?.[seat]?.away ?? "";
    const why = t(`seat.away.${away}`);
    return this.paused || away === "kept" ? why : t("seat.away.bot", { why });
  }

  /** A card in words. */
  card = (card: string): string => (this.book ? cardName(this.book, card) : card);

  /** Calls back with events as the page shows them. Returns a function that stops it. */
  onEvents(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes who went away or came back between two states. Returns what there is to say. */
  protected watch(before: TableState, after: TableState, at: number): string[] {
    if (before.stage !== "playing" || after.stage !== "playing") return [];
    const changed = (after.seats ?? []).flatMap((now, seat) => {
      const was = before.seats?.[seat];
      if (!now || !was || now.name !== was.name || now.bot || isGone(now) === isGone(was)) return [];
      return [{ seat, text: t(`play.gone.${now.away ?? (now.offline ? "connection" : "back")}`, { name: now.name }) }];
    });
    const first = this.presence.length;
    this.presence = [
      ...this.presence,
      ...changed.map(({ seat, text }, i) => ({ n: at - 0.5 + (first + i) / 1e6, event: { what: "presence", seat }, text })),
    ];
    return changed.map(({ text }) => text);
  }

  /** Tells everyone who listens that the page now shows these events. */
  show: Listener = (events, before, after) => {
    for (const listener of this.#listeners) listener(events, before, after);
  };

  /** Takes in what has happened, to show it when it is due. */
  protected happen: Listener = (events, before, after) => (this.director ?? this.show)(events, before, after);

  close(): void {
    this.#listeners.clear();
  }
}
