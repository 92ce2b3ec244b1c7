/** The table on the page: its state, what has happened, and what the player can do. */
import { getContext, setContext } from "svelte";

import { announce } from "../browser/announce.svelte";
import { play } from "../browser/play-sound";
import { settings } from "../browser/settings.svelte";
import { Refused } from "../connection/api";
import type { Catalog, EditionBook } from "../connection/catalog";
import { Link, type Answer, type Closed, type Status } from "../connection/socket";
import { applyFrame, type Frame, type Happened, happened, type TableState } from "../connection/state";
import { allTexts, t } from "../texts";
import type * as Wire from "../wire";
import type { CallView } from "./call-view";
import { added, type ChatLine, continued, lastOf, lineText } from "./chat";
import { doing } from "./choices";
import { type Deal, dealIn, ShownTable } from "./shown.svelte";
import { inTheAir, type Throw } from "./throws";
import { argsInWords } from "./wording";

export interface Access {
  token?: string;
  watch?: string;
}

export const LOG_KEPT = 300; // events

export class Table extends ShownTable {
  readonly id: string;
  readonly access: Access;
  readonly isReplay: boolean = false; // nobody can act
  readonly isLesson: boolean = false; // nobody else is there
  state: TableState = $state.raw({});
  n = $state(0); // the number of the last frame
  status: Status = $state("connecting");
  closedBy: Closed | null = $state.raw(null);
  events: Happened[] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  heardBefore: Record<number, number> = $state.raw({}); // by seat: the last line of the chat before what it is judged for
  thrown: readonly Throw[] = $state.raw([]); // until it has landed
  made: Wire.TableCodes | null = $state.raw(null); // the codes of the rematch, if we asked first
  calls: Wire.CallerInfo[] = $state.raw([]); // everyone in the table's call
  call: CallView | null = $state.raw(null); // our own part in it, once loaded
  announcement = $state(""); // what the people who run the server tell everybody
  onSignal: ((signal: Wire.SignalFrame) => void) | null = null;
  fresh: Deal | null = null; // the last deal that arrived while this page was open
  clockOffset = 0; // the server's time minus ours, in milliseconds

  book: EditionBook | undefined = $derived.by(() => this.catalog.book(this.state.edition));
  isHost = $derived(this.you !== null && this.state.host === this.you);

  readonly catalog: Catalog;
  #link: Link;
  #why = new Map<string, Promise<Wire.RefusalInfo | null>>();

  constructor(id: string, access: Access, catalog: Catalog) {
    super();
    this.id = id;
    this.access = access;
    this.catalog = catalog;
    this.#link = new Link(id, access, {
      frame: (frame) => this.#take(frame),
      status: (status, closed) => {
        this.status = status;
        this.closedBy = closed;
      },
      call: (message) => {
        if ("calls" in message) this.calls = message.calls;
        else this.onSignal?.(message);
      },
      announced: (text) => (this.announcement = text),
    });
  }

  /** Sends a command. Throws `Refused` with the reason if the server refuses it. */
  async send(command: Wire.Command): Promise<Answer> {
    const answer = await this.#link.send(command).catch(async (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      await allTexts();
      throw new Refused(this.#inWords(error.refusal));
    });
    if ("why" in answer || "hint" in answer) await allTexts();
    if ("made" in answer && answer.made) this.made = answer.made;
    return answer;
  }

  /** Sends something that needs no answer. */
  say(command: Wire.Command): void {
    this.#link.say(command);
  }

  /** Makes a move. */
  async move(text: string): Promise<void> {
    await this.send({ do: "move", move: text, n: this.n });
  }

  /** Why a move isn't allowed now, or null if it is. Asked once per state of the table. */
  why(move: string): Promise<Wire.RefusalInfo | null> {
    const key = `${this.n} ${move}`;
    let asked = this.#why.get(key);
    if (!asked) {
      asked = this.send({ do: "why", move }).then((answer) =>
        "why" in answer && answer.why ? this.#inWords(answer.why) : null,
      );
      asked.catch(() => this.#why.delete(key));
      this.#why.set(key, asked);
    }
    return asked;
  }

  #inWords(refusal: Wire.RefusalInfo): Wire.RefusalInfo {
    return this.book && refusal.args ? { ...refusal, args: argsInWords(this.book, refusal.args, this.name) } : refusal;
  }

  /** Closes the connection. */
  override close(): void {
    this.#link.close();
    super.close();
  }

  /** Announces what others have said, wherever it shows. */
  #tell(lines: readonly ChatLine[]): void {
    for (const line of lines) announce(t("talk.says", { name: line.name, text: lineText(line) }));
    if (lines.length) play("chat");
  }

  #take(frame: Frame): void {
    const before = this.state;
    const after = applyFrame(before, frame);
    const isFirst = "version" in frame;
    const heard = lastOf(this.chat);
    if (frame.n !== this.n) this.#why.clear();
    this.state = after;
    this.n = frame.n;
    if (isFirst) {
      this.clockOffset = frame.time - Date.now();
      this.chat = continued(this.chat, frame.chat);
      this.calls = []; // who is in the call is told next
    }
    const known = doing(this.book, before);
    const begun = doing(this.book, after).filter((seat) => !known.includes(seat));
    // Which lines came before is only known to a page that was open. What is done right now was probably said last.
    const isNow = (seat: number): boolean => !!before.stage || after.special?.performer === seat;
    if (begun.length)
      this.heardBefore = {
        ...this.heardBefore,
        ...Object.fromEntries(begun.map((seat) => [seat, isNow(seat) ? heard : lastOf(this.chat)])),
      };
    const said = "said" in frame ? (frame.said ?? []) : [];
    const lines = said.filter(({ at }) => at === undefined);
    if (lines.length)
      this.chat = added(
        this.chat,
        lines.map((line) => ({ ...line, name: this.name(line.seat) })),
      );
    if (settings.throws) this.thrown = inTheAir(this.thrown, said);
    if (after.muted !== before.muted) {
      const blocked = (after.muted ?? []).map((seat) => this.name(seat));
      this.chat = this.chat.filter(({ name }) => !blocked.includes(name));
    }
    if (before.stage) this.#tell(this.chat.filter(({ n, seat }) => n > heard && seat !== this.you)); // otherwise it isn't news
    if (!isFirst) announce(this.watch(before, after, frame.e).join(" "));
    const events = frame.events ?? [];
    if (events.length || isFirst) this.events = happened(this.events, frame).slice(-LOG_KEPT);
    if (!events.length) return;
    this.fresh = (isFirst ? null : dealIn(events)) ?? this.fresh;
    this.happen(events, before, after);
  }
}

const KEY = Symbol("table");

/** Provides the table on the page to every component below. */
export function provideTable(table: () => Table): void {
  setContext(KEY, table);
}

/** The table on the page, for components below it. Call it while a component is set up. */
export function getTable(): Table {
  return getContext<() => Table>(KEY)();
}
