// A table that replays a finished game. To components it looks like a live one.
import { cardName } from "../cards/names";
import type { Catalog, EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import type { ChatLine } from "../table/chat";
import { type Deal, dealIn, type Listener, LOG_KEPT, logged, type LogLine, type Table } from "../table/table.svelte";
import { t } from "../texts";
import type * as Wire from "../wire";
import { type Moment } from "./replay";

export class ReplayTable {
  readonly isReplay = true;
  readonly id = "";
  readonly access = {};
  readonly catalog: Catalog;
  readonly status = "open";
  readonly closedBy = null;
  readonly made = null;
  readonly myTurn = false;
  readonly isHost = false;
  readonly chat: ChatLine[] = [];
  readonly clockOffset = 0;
  fresh: Deal | null = null;

  moments: Moment[] = $state.raw([]);
  at = $state(0);
  jumps = $state(0); // the table is redrawn after each
  state: TableState = $derived({
    ...this.moments[this.at]?.state,
    moves: [],
    clocks: {},
    settings: { hints: false, chat: false },
  });
  n = $derived(this.at);
  you = $derived(this.state.you ?? null);
  stage = $derived(this.state.stage);
  book: EditionBook | undefined = $derived.by(() => this.catalog.book(this.state.edition));
  events: { n: number; event: Wire.GameEvent }[] = $derived(
    this.moments
      .slice(0, this.at + 1)
      .flatMap(({ events }) => events)
      .map((event, n) => ({ n, event }))
      .slice(-LOG_KEPT),
  );
  log: LogLine[] = $derived.by(() => {
    const { book } = this;
    return book ? logged(book, this.events, this.name) : [];
  });

  #listeners = new Set<Listener>();

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  /** The table as components expect it. */
  get table(): Table {
    return this as unknown as Table;
  }

  get edition(): Wire.EditionInfo | undefined {
    return this.book?.info;
  }

  /** Shows other moments, such as another seat's, at the nearest place to the current one. */
  load(moments: Moment[]): void {
    this.moments = moments;
    this.at = Math.min(this.at, Math.max(0, moments.length - 1));
    this.jumps++;
  }

  /** Goes to a moment. A single step forward is animated, any other jump isn't. */
  go(to: number): void {
    const next = Math.min(Math.max(to, 0), this.moments.length - 1);
    const before = this.state;
    const isStep = next === this.at + 1;
    if (next === this.at) return;
    this.at = next;
    if (!isStep) {
      this.jumps++;
      return;
    }
    const { events } = this.moments[next];
    this.fresh = dealIn(events);
    for (const listener of this.#listeners) listener(events, before, this.state);
  }

  onEvents(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send = (): Promise<never> => Promise.reject(new Error(t("replay.over")));
  move = this.send;
  why = (): Promise<null> => Promise.resolve(null);
  name = (seat: number): string => this.state.seats?.[seat]?.name ?? t("seat.numbered", { n: seat + 1 });
  card = (card: string): string => (this.book ? cardName(this.book, card) : card);
  close = (): void => this.#listeners.clear();
}
