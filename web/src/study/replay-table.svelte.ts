// A table that replays a finished game. To components it looks like a live one.
import type { Catalog, EditionBook } from "../connection/catalog";
import type { Happened, TableState } from "../connection/state";
import type { ChatLine } from "../table/chat";
import { type Deal, dealIn, ShownTable } from "../table/shown.svelte";
import { LOG_KEPT, type Table } from "../table/table.svelte";
import { t } from "../texts";
import { type Moment } from "./replay";

export class ReplayTable extends ShownTable {
  readonly isReplay = true;
  readonly isLesson = false;
  readonly id = "";
  readonly access = {};
  readonly catalog: Catalog;
  readonly status = "open";
  readonly closedBy = null;
  readonly made = null;
  readonly isHost = false;
  override readonly myTurn = false;
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
  book: EditionBook | undefined = $derived.by(() => this.catalog.book(this.state.edition));
  events: Happened[] = $derived(
    this.moments
      .slice(0, this.at + 1)
      .flatMap(({ events }, since) => events.map((event) => ({ event, since })))
      .map((told, n) => ({ n, ...told }))
      .slice(-LOG_KEPT),
  );

  constructor(catalog: Catalog) {
    super();
    this.catalog = catalog;
  }

  /** The table as components expect it. */
  get table(): Table {
    return this as unknown as Table;
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
    this.happen(events, before, this.state);
  }

  send = (): Promise<never> => Promise.reject(new Error(t("replay.over")));
  move = this.send;
  why = (): Promise<null> => Promise.resolve(null);
}
