/** The table that the page shows: its state, what has happened, and what one can do. */
import { getContext, setContext } from "svelte";

import { Refused } from "./api";
import type { Catalog, EditionBook } from "./catalog";
import { added, type ChatLine, continued } from "./chat";
import { argsInWords, cardName, lines, type Names } from "./say";
import { Link, type Answer, type Closed, type Status } from "./socket";
import { applyFrame, type Frame, type TableState } from "./state";
import { t } from "./texts";
import type * as Wire from "./wire";

export interface LogLine {
  n: number;
  event: Wire.GameEvent;
  text: string;
}
export type Listener = (events: Wire.GameEvent[], before: TableState, after: TableState) => void;
export interface Access {
  token?: string;
  watch?: string;
}

export const LOG_KEPT = 300; // events

/** The events of a deal, and when it came. */
export interface Deal {
  events: readonly Wire.GameEvent[];
  at: number;
}

export const dealIn = (events: readonly Wire.GameEvent[]): Deal | null =>
  events.some(({ what }) => what === "dealt") ? { events, at: performance.now() } : null;

/** What has happened, in lines. */
export function logged(book: EditionBook, events: readonly { n: number; event: Wire.GameEvent }[], names: Names): LogLine[] {
  const told = lines(book, events.map(({ event }) => event), names);
  return told.map(({ at, event, text }) => ({ n: events[at].n, event, text }));
}

export class Table {
  readonly id: string;
  readonly access: Access;
  readonly isReplay: boolean = false; // one can only look
  state: TableState = $state.raw({});
  n = $state(0); // the number of the last frame
  status: Status = $state("connecting");
  closedBy: Closed | null = $state.raw(null);
  events: { n: number; event: Wire.GameEvent }[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  made: Wire.TableCodes | null = $state.raw(null); // the codes of the rematch, for who asked first
  fresh: Deal | null = null; // the last deal that came while this page looked on
  clockOffset = 0; // the server's time less ours, in milliseconds

  you = $derived(this.state.you ?? null);
  stage = $derived(this.state.stage);
  book: EditionBook | undefined = $derived.by(() => this.catalog.book(this.state.edition));
  isHost = $derived(this.you !== null && this.state.host === this.you);
  myTurn = $derived(this.you !== null && (this.state.to_move ?? []).includes(this.you));
  log: LogLine[] = $derived.by(() => {
    const { book } = this;
    if (!book) return [];
    return logged(book, this.events, this.name);
  });

  readonly catalog: Catalog;
  #link: Link;
  #listeners = new Set<Listener>();
  #why = new Map<string, Promise<Wire.RefusalInfo | null>>();

  constructor(id: string, access: Access, catalog: Catalog) {
    this.id = id;
    this.access = access;
    this.catalog = catalog;
    this.#link = new Link(id, access, {
      frame: (frame) => this.#take(frame),
      status: (status, closed) => {
        this.status = status;
        this.closedBy = closed;
      },
    });
  }

  get edition(): Wire.EditionInfo | undefined {
    return this.book?.info;
  }

  /** Called with the events of every frame that has some; returns how to stop. */
  onEvents(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a command; Refused says why not. */
  async send(command: Wire.Command): Promise<Answer> {
    const answer = await this.#link.send(command).catch((error: unknown) => {
      throw error instanceof Refused ? new Refused(this.#inWords(error.refusal)) : error;
    });
    if ("made" in answer && answer.made) this.made = answer.made;
    return answer;
  }

  /** Makes a move, as chosen by what the page shows now. */
  async move(text: string): Promise<void> {
    await this.send({ do: "move", move: text, n: this.n });
  }

  /** Why a move is not allowed now; null where it is. Asked once for each state of the table. */
  why(move: string): Promise<Wire.RefusalInfo | null> {
    const key = `${this.n} ${move}`;
    let asked = this.#why.get(key);
    if (!asked) {
      asked = this.send({ do: "why", move }).then((answer) => ("why" in answer && answer.why ? this.#inWords(answer.why) : null));
      asked.catch(() => this.#why.delete(key));
      this.#why.set(key, asked);
    }
    return asked;
  }

  #inWords(refusal: Wire.RefusalInfo): Wire.RefusalInfo {
    return this.book && refusal.args ? { ...refusal, args: argsInWords(this.book, refusal.args, this.name) } : refusal;
  }

  /** The name on a seat. */
  name = (seat: number): string => this.state.seats?.[seat]?.name ?? t("seat.numbered", { n: seat + 1 });

  /** A card in words. */
  card = (card: string): string => (this.book ? cardName(this.book, card) : card);

  /** Lets go of the connection. */
  close(): void {
    this.#link.close();
    this.#listeners.clear();
  }

  #take(frame: Frame): void {
    const before = this.state;
    const after = applyFrame(before, frame);
    const isFirst = "version" in frame;
    if (frame.n !== this.n) this.#why.clear();
    this.state = after;
    this.n = frame.n;
    if (isFirst) {
      this.clockOffset = frame.time - Date.now();
      this.chat = continued(this.chat, frame.chat);
    }
    const said = "said" in frame ? (frame.said ?? []) : [];
    if (said.length) this.chat = added(this.chat, said.map((line) => ({ ...line, name: this.name(line.seat) })));
    const events = frame.events ?? [];
    if (!events.length) return;
    const from = frame.e - events.length;
    this.events = [...this.events, ...events.map((event, i) => ({ n: from + i, event }))].slice(-LOG_KEPT);
    this.fresh = (isFirst ? null : dealIn(events)) ?? this.fresh;
    for (const listener of this.#listeners) listener(events, before, after);
  }
}

const KEY = Symbol("table");

/** Gives every component below the table that is shown. */
export function provideTable(table: () => Table): void {
  setContext(KEY, table);
}

/** The table that is shown, for components below it. Called while a component is made. */
export function getTable(): Table {
  return getContext<() => Table>(KEY)();
}
