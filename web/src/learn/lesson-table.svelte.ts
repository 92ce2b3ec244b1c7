// The table of a lesson. To components it looks like a live one, but a step waits until the learner goes on.
import { untrack } from "svelte";

import { announce } from "../browser/announce.svelte";
import { isStill, settings } from "../browser/settings.svelte";
import { cardName } from "../cards/names";
import { Refused } from "../connection/api";
import type { Catalog, EditionBook } from "../connection/catalog";
import { applyFrame, type Happened, type TableState } from "../connection/state";
import { type Choice, isLike, parseMove } from "../table/choices";
import type { ChatLine } from "../table/chat";
import { hasOutcome } from "../table/effects";
import { SPEEDS } from "../table/motion";
import { ShownTable } from "../table/shown.svelte";
import type { Table } from "../table/table.svelte";
import { argsInWords, moveName } from "../table/wording";
import { capital, game, listed, t } from "../texts";
import type * as Wire from "../wire";
import { keepProgress, learn, progress } from "./lessons";

const LOOK = 700; // milliseconds to look at a new position before others move in it
const MOVE = 1500; // milliseconds for each move of the others
const READ = 5000; // milliseconds to read how something turned out
const PRAISE = 4; // texts of praise

export class LessonTable extends ShownTable {
  readonly isReplay = false;
  readonly isLesson = true;
  readonly id = "";
  readonly access = {};
  readonly catalog: Catalog;
  readonly book: EditionBook;
  readonly lesson: Wire.LessonInfo;
  readonly status = "open";
  readonly closedBy = null;
  readonly made = null;
  readonly isHost = false;
  readonly chat: ChatLine[] = [];
  readonly clockOffset = 0;
  readonly fresh = null;

  state: TableState = $state.raw({});
  events: Happened[] = $state.raw([]);
  n = $state(0);
  /** The number of the step, and the moves that complete it. */
  step = $state(0);
  wants: readonly string[] = $state.raw([]);
  /** Every step is done, and nothing is left to see. */
  isOver: boolean = $derived.by(() => this.#ended && !this.#running && !this.held);
  /** The cards that have been played, by anyone. */
  readonly met: string[] = [];
  /** What the coach answers to a move that the step doesn't want. */
  reply = $state("");
  /** The cards have just been dealt again. */
  isDealt = $state(false);
  /** The way on is in what the coach says, not at the hand. */
  nextAtCoach = $state(false);
  /** The learner has to go on: to read the next step, or to see the next position. */
  waits: boolean = $derived.by(() => this.#isStill && !this.#running && !this.held);

  #said = $state(""); // until everything has been shown
  #says = $state("");
  #outcome = $state(""); // of the move before the next position
  #running = $state(true);
  #isStill = $state(false);
  #isCalled = $state(false); // the next card comes with an UNO call
  #ended = $state(false);
  #true: TableState = {}; // with the moves that can't be made while the lesson waits
  #later: Wire.ReplayFrame[] = []; // the next position, which the learner hasn't gone on to
  #moment: Wire.LessonMoment | null = null;
  #base: { step: number; moves: string[] };
  #name: string;
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left: Wire.ReplayFrame[] = []; // what is still to be shown
  #end = (): void => undefined; // what follows then

  constructor(catalog: Catalog, book: EditionBook, lesson: Wire.LessonInfo, name: string) {
    super();
    this.catalog = catalog;
    this.book = book;
    this.lesson = lesson;
    this.#name = name;
    const { step, moves } = progress(book.info.id, lesson.id);
    this.#base = { step, moves };
  }

  /** The table as components expect it. */
  get table(): Table {
    return this as unknown as Table;
  }

  override get coach(): string {
    return this.reply || (this.#running || (this.held && !this.#isUpToLearner) ? this.#said : this.#called || this.#says);
  }

  /** Whether the page already offers the learner's moves, and there is no praise to read. */
  get #isUpToLearner(): boolean {
    return this.myTurn && !!this.held?.moves?.length && this.#said === t("lesson.watch");
  }

  /** What a learner who listens needs to hear when it's up to them. Praise has been said by then. */
  get cue(): string {
    if (this.#later.length) return [this.#outcome, t("lesson.go-on")].filter(Boolean).join(" ");
    return this.isDealt ? `${t("lesson.new-deal")} ${this.coach}` : this.coach;
  }

  override get goOn(): (() => Promise<void>) | null {
    return this.waits && !this.nextAtCoach ? this.next : null;
  }

  override coachOn(answers: readonly Choice[]): string {
    const wanted = answers.filter(({ text }) => this.wants.includes(text));
    const [{ color } = {}] = wanted;
    if (this.reply || !color || !answers.every(({ color }) => color)) return this.coach;
    if (wanted.length === answers.length) return t("lesson.any-color");
    return wanted.length > 1 ? this.coach : t("lesson.this-color", { color: game(color) });
  }

  get #inWants(): Choice[] {
    return this.wants.map((move) => parseMove(this.book, move));
  }

  /** What is left to do after a call that the step wants. */
  get #called(): string {
    const wants = this.#inWants;
    return this.#isCalled && wants.some(({ uno }) => uno) ? t("lesson.called", { cards: this.#cardsIn(wants) }) : "";
  }

  override asksAgain(move: string): boolean {
    const color = this.#otherColor(move);
    if (!color) return false;
    this.reply = t("lesson.not-that-color", { color: game(color) });
    announce(this.reply);
    return true;
  }

  /** Takes back the answer to the last try. After a call that the step wants, the focus goes to the card that goes with it. */
  override prepare(isChosen: boolean, isCalled: boolean): void {
    this.#isCalled = isCalled;
    if (!isChosen && !isCalled) return;
    this.reply = "";
    const card = isChosen ? null : untrack(() => this.#inWants.find(({ uno }) => uno)?.card);
    if (card) document.querySelector<HTMLElement>(`[data-testid="hand"] [data-card=${JSON.stringify(card)}]`)?.focus();
  }

  override get wanted(): readonly string[] {
    return this.wants;
  }

  override get awaited(): string {
    if (!this.#isStill || this.#running) return "";
    return t(this.held ? "lesson.watch" : "lesson.go-on");
  }

  /** Begins where the learner left. If the lesson has changed since then, it begins again. */
  async open(): Promise<void> {
    let moment: Wire.LessonMoment;
    try {
      moment = await this.#ask(this.#base.moves);
      if (moment.over) throw new Refused({ code: "lesson-done", text: "" });
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "offline" || !(this.#base.step || this.#base.moves.length)) throw error;
      this.#base = { step: 0, moves: [] };
      moment = await this.#ask([]);
    }
    const { frames } = moment;
    this.#moment = moment;
    const resumed = this.#base.moves.length > 0;
    if (resumed) this.#cut(frames.reduce<TableState>((state, frame) => this.#after(state, frame), {}));
    this.#show(resumed ? [] : frames, frames.length > 1 ? t("lesson.watch") : "");
  }

  /** Makes a move. Another one than the step wants gets an answer from the coach. */
  move = async (text: string): Promise<void> => {
    this.reply = "";
    if (this.#isStill || !this.wants.length) return;
    if (!this.wants.some((want) => isLike(text, want))) {
      this.reply = this.#notNow(text);
      announce(this.reply);
      return;
    }
    await this.#do(text);
  };

  /** Goes on to the next position or step. */
  next = async (): Promise<void> => {
    if (!this.waits) return;
    if (this.#later.length) {
      const frames = this.#later;
      this.#later = [];
      this.#show(frames, frames.length > 1 ? t("lesson.watch") : "");
    } else await this.#do("");
  };

  /** Skips the step. While something is shown, skips to the end of it. */
  override skip = async (): Promise<void> => {
    if (this.#running) return this.#showRest();
    if (this.#later.length) return this.next();
    if (this.#asking) return;
    this.#asking = true;
    this.#base = { step: this.step + 1, moves: [] };
    const moment = await this.#ask([]).finally(() => (this.#asking = false));
    this.#moment = moment;
    this.#keep(moment);
    this.#show(moment.over ? [] : moment.frames, moment.frames.length > 1 ? t("lesson.watch") : "");
  };

  /** Why a move can't be made. */
  why = async (move: string): Promise<Wire.RefusalInfo | null> => {
    if (this.#isStill) return { code: "only-read", text: t("lesson.go-on") };
    try {
      await this.#ask([...this.#base.moves, move]);
      return null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.#inWords(error.refusal);
    }
  };

  send = (): Promise<never> => Promise.reject(new Error(t("lesson.no-command")));

  override close(): void {
    clearTimeout(this.#timer);
    super.close();
  }

  #ask(moves: readonly string[]): Promise<Wire.LessonMoment> {
    const { info } = this.book;
    return learn({ edition: info.id, lesson: this.lesson.id, step: this.#base.step, moves: [...moves], name: this.#name });
  }

  async #do(move: string): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const moves = [...this.#base.moves, move];
    let moment: Wire.LessonMoment;
    try {
      moment = await this.#ask(moves);
    } catch (error) {
      throw error instanceof Refused ? new Refused(this.#inWords(error.refusal)) : error;
    } finally {
      this.#asking = false;
    }
    this.#moment = moment;
    this.#base = { ...this.#base, moves };
    // After a move, the first frame is what the page shows already, and a later one without a move is a new position.
    const cut = moment.frames.findIndex((frame, i) => !frame.made && i > 0);
    if (cut > 0) this.#base = { step: moment.step, moves: [] };
    this.#keep(moment);
    const [seen, later] = cut > 0 ? [moment.frames.slice(0, cut), moment.frames.slice(cut)] : [moment.frames, []];
    this.#later = later;
    const { says = "", args } = (later.length && moment.outcome) || {};
    this.#outcome = says && game(says, this.#args(args));
    if (!move) return this.#show(seen, seen.length > 1 ? t("lesson.watch") : "");
    const praise =
      this.#hasCost(move, seen) || this.#outcome ? t("lesson.watch") : t(`lesson.praise-${(this.step % PRAISE) + 1}`);
    announce(praise);
    this.#show(seen.slice(1), praise);
  }

  /** Whether frames lead to a new position. The first one may also be what the page shows already. */
  #isDeal(frames: readonly Wire.ReplayFrame[]): boolean {
    const at = frames.findLastIndex(({ made }) => !made);
    return at > 0 || (at === 0 && cardsOf(frames[0].set) !== cardsOf(this.#true));
  }

  /** Whether a move made the learner draw, without being a draw itself. */
  #hasCost(move: string, frames: readonly Wire.ReplayFrame[]): boolean {
    const events = frames.flatMap(({ events }) => events ?? []);
    return this.book.verb(move)?.at !== "pile" && events.some(({ what, seat }) => what === "drew" && seat === this.you);
  }

  #keep({ over }: Wire.LessonMoment): void {
    const { info } = this.book;
    const done = over || progress(info.id, this.lesson.id).done;
    keepProgress(info.id, this.lesson.id, { ...(over ? { step: 0, moves: [] } : this.#base), done });
  }

  /** Shows frames one after another, and then what the coach says. Meanwhile the coach says something short. */
  #show(frames: readonly Wire.ReplayFrame[], meanwhile = ""): void {
    const moment = this.#moment!;
    this.#said = meanwhile || this.coach;
    this.reply = "";
    this.isDealt = this.n > 0 && this.#isDeal(frames);
    this.#running = true;
    this.wants = [];
    this.#isStill = this.#later.length > 0 || (!moment.over && !moment.wants.length);
    this.#left = [...frames];
    this.#end = (): void => {
      this.#running = false;
      this.#ended = moment.over && !this.#later.length;
      if (!this.#later.length) {
        this.step = moment.step;
        this.wants = moment.wants;
      }
      const { says, args } = moment.says ?? { says: "" };
      this.#says =
        this.#later.length || moment.over ? (this.#later.length && this.#outcome) || this.#said : game(says, this.#args(args));
    };
    this.#showNext();
  }

  /** Shows the next frame, and the others in time. */
  #showNext = (): void => {
    const frame = this.#left.shift() ?? null;
    this.#take(frame, !this.#left.length);
    if (!this.#left.length) return this.#end();
    const time = frame?.made ? MOVE : LOOK;
    const outcome = hasOutcome(this.book, this.state) ? READ : 0;
    this.#timer = setTimeout(this.#showNext, outcome || (isStill() ? 0 : time * SPEEDS[settings.speed]));
  };

  /** Shows all that is left at once. */
  #showRest(): void {
    while (this.#running) {
      clearTimeout(this.#timer);
      this.#showNext();
    }
  }

  #after(state: TableState, frame: Wire.ReplayFrame): TableState {
    return frame.made ? applyFrame(state, frame as Wire.UpdateFrame) : { ...frame.set };
  }

  #cut(state: TableState): void {
    this.#true = state;
    this.state = { ...state, moves: [], clocks: {}, settings: { hints: false, chat: false } };
  }

  /** Shows a frame. The learner can move once the last one is shown, if the lesson waits for a move. */
  #take(frame: Wire.ReplayFrame | null, isLast: boolean): void {
    const before = this.state;
    const card = frame?.made && parseMove(this.book, frame.made.move).card;
    if (card) this.met.push(card);
    if (frame) this.#cut(this.#after(this.#true, frame));
    if (isLast && !this.#isStill) this.state = { ...this.state, moves: this.#true.moves };
    else this.state = { ...this.state, to_move: isLast ? [] : this.state.to_move };
    this.n++;
    const events = frame?.events ?? [];
    if (frame && !frame.made) this.events = [];
    if (!events.length || !frame?.made) return;
    const from = (this.events.at(-1)?.n ?? -1) + 1;
    this.events = [...this.events, ...events.map((event, i) => ({ n: from + i, event, since: from }))];
    this.happen(events, before, this.state);
  }

  #args(args: Record<string, unknown> | undefined): Record<string, string | number> | undefined {
    return args && argsInWords(this.book, args, this.name);
  }

  #inWords(refusal: Wire.RefusalInfo): Wire.RefusalInfo {
    return refusal.args ? { ...refusal, args: this.#args(refusal.args) } : refusal;
  }

  #cardsIn(moves: readonly Choice[]): string {
    const names = [...new Set(moves.map(({ card }) => t("say.the", { card: cardName(this.book, card ?? "") })))];
    return listed(names, "disjunction");
  }

  /** The color that the step wants with the card of a move, if the move has another one. */
  #otherColor(tried: string): string {
    if (this.#isStill || this.wants.some((want) => isLike(tried, want))) return "";
    const { verb, card, color } = parseMove(this.book, tried);
    return (
      this.#inWants.find((want) => want.color && want.color !== color && want.verb === verb && want.card === card)?.color ?? ""
    );
  }

  #notNow(tried: string): string {
    const { uno } = parseMove(this.book, tried);
    const wants = this.#inWants;
    if (wants.every(({ at, card }) => at === "hand" && card)) {
      const how = wants.some(({ uno }) => uno) ? "call" : uno ? "quiet" : "cards";
      return t(`lesson.not-now.${how}`, { cards: this.#cardsIn(wants) });
    }
    const named = ({ text, title, at, chance }: (typeof wants)[number]): string =>
      title && (at === "seat" || (chance && wants.length > 1)) ? game(title) : capital(moveName(this.book, text, this.name));
    const names = [
      ...new Set(wants.map((want) => named(want.color && want.card ? { ...want, text: `${want.verb} ${want.card}` } : want))),
    ];
    const quoted = names.slice(0, 3).map((text) => t("say.quoted", { text }));
    return t("lesson.not-now", { moves: listed(quoted, "disjunction") });
  }
}

const cardsOf = ({ hand, counts }: Pick<TableState, "hand" | "counts"> = {}): string => JSON.stringify([hand, counts]);
