/** What this page's player does at the table: choose cards, answer questions, ask why, get hints. */
import { tick, untrack } from "svelte";

import { announce } from "../browser/announce.svelte";
import { settings } from "../browser/settings.svelte";
import { keymap } from "../browser/shortcuts";
import { cardName } from "../cards/names";
import { Refused, sentenceOf } from "../connection/api";
import type { EditionBook } from "../connection/catalog";
import { capital, game, listed, t } from "../texts";
import type * as Wire from "../wire";
import { DONE, isDone } from "./chat";
import { consequences, shared } from "./consequences";
import {
  type Ask,
  asked,
  promptOf,
  type Choice,
  chosen,
  isAmongBots,
  isInHand,
  isLike,
  judged,
  offer,
  type Offer,
  opensItself,
  performing,
  playOf,
  TURN_PHASES,
} from "./choices";
import { measure, type Scenes } from "./scenes.svelte";
import type { Table } from "./table.svelte";
import type { Verdict } from "./verdicts";
import { argsInWords, moveName } from "./wording";

export interface Message {
  text: string;
  rule?: string;
  bad?: boolean;
  /** The card that was tried. Looking at another one leaves the message as it is. */
  about?: HTMLElement;
}

const LOOK = 160; // milliseconds of looking at a card before it says why it can't be played
const READ = 5000; // milliseconds that a message stays at least, unless the player goes on

export class Player {
  calling = $state(false); // the next card comes with an UNO call
  choosing: Ask | null = $state.raw(null); // the question about a chosen card or chance
  later = $state(""); // the question that waits while the player looks at the table
  /** The question that is open. Nothing that others do closes it, except in a lesson, which takes no answer while it shows that. */
  #opened = $state("");
  /** What the prompt says while somebody performs and the question about it waits. */
  watches = $state("");
  /** What the table has just found, for as long as it takes to read. */
  verdict: Verdict | null = $state.raw(null);
  message: Message | null = $state.raw(null);
  hint: Wire.HintInfo | null = $state.raw(null);
  #hinted: Message | null = null;

  readonly #table: Table;
  readonly #scenes: Scenes;
  readonly #settle: () => void;
  #looked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What the player can do. */
  open: Offer = $derived.by(() => offer(this.#book, this.#table.state));
  /** What the page offers: the chances of this moment, and for the rest what it shows. */
  found: Offer = $derived.by(() => {
    if (!this.#table.held) return this.open;
    const { uno, catches, chances } = this.open;
    return { ...offer(this.#book, this.#table.shown), uno, catches, chances };
  });
  /** What the game is waiting for, with a key unique to this question. */
  question: Ask | null = $derived(this.found.ask);
  questionKey: string = $derived(
    this.question ? `${this.question.id} ${this.question.choices.map(({ text }) => text).join(";")}` : "",
  );
  /** The question, if its cards are chosen in the hand. */
  inHand: Ask | null = $derived.by(() =>
    this.question && isInHand(this.question, this.#table.shown.hand ?? []) ? this.question : null,
  );
  #inHandKey = $derived(this.inHand ? this.questionKey : ""); // the question is said once
  #turnTooKey = $derived.by(() => (this.isTurnToo && !this.answersAt ? this.questionKey : ""));
  /** The other answers, if cards of the hand answer the question too: they are buttons, and need no dialog. */
  instead: readonly Choice[] = $derived.by(() => {
    const choices = this.question?.choices ?? [];
    return !opensItself(this.found) && choices.length < 3 && choices.every(({ takes }) => !takes) ? choices : [];
  });
  /** What each move costs or brings. */
  brings: Map<string, string> = $derived.by(() => consequences(this.#book, this.#table.shown, this.#table.name));
  /** The question that is open now. */
  asking: Ask | null = $derived.by(() => {
    if (this.choosing) return this.choosing;
    return this.question &&
      !this.inHand &&
      !this.answersAt &&
      this.questionKey !== this.later &&
      opensItself(this.found) &&
      (!this.#scenes.busy || (this.questionKey === this.#opened && !this.#table.isLesson))
      ? this.question
      : null;
  });
  /** When the question is answered by itself, so it needs no dialog: a time of the server. */
  answersAt: number | null = $derived.by(() => (this.question && this.#table.state.answer_at) || null);
  /** Playing or drawing answers the question too, so there is nothing to decide first: it is like any other turn. */
  isTurnToo: boolean = $derived.by(() => !!this.question && !!this.found.draw && !TURN_PHASES.has(asked(this.#table.shown)));
  /** The cards that can be chosen. Null if it isn't this player's turn. */
  playable: ReadonlySet<string> | null = $derived.by(() => {
    const { cards } = this.found;
    const found = new Set([...cards.keys(), ...this.urgent]);
    return found.size || (this.#table.myTurn && (!this.question || this.isTurnToo)) ? found : null;
  });
  /** What is left to do if it is only to draw or to pass. */
  only: Choice | null = $derived.by(() => {
    const { cards, draw, pass, chances } = this.found;
    return cards.size || chances.length || this.question || (draw && pass) ? null : (draw ?? pass);
  });
  /** The cards that the player may use out of turn. They show at once, because a moment counts. */
  urgent: ReadonlySet<string> = $derived.by(
    () => new Set(this.open.chances.flatMap(({ choices }) => choices.flatMap(({ card }) => card ?? []))),
  );
  /** Whether the card just drawn doesn't match, so passing is all that is left. */
  canOnlyPass: boolean = $derived.by(() => {
    const { pass, cards } = this.found;
    return this.#table.myTurn && !!this.#table.shown.drawn && !!pass && !cards.size && !this.question;
  });
  /** Whether the others judge what this player does now, until they say that it's done. */
  performs: boolean = $derived.by(() => {
    const { shown, addressed } = this.#table;
    return addressed !== null && performing(this.#book, shown) === addressed && !isDone(this.#table, addressed);
  });
  phase: Wire.PhaseInfo | undefined = $derived.by(() => promptOf(this.#book, this.#table.shown));
  prompt: string = $derived.by(() => {
    const { you, paused, isReplay, awaited } = this.#table;
    if (awaited) return awaited;
    const mine = you === null ? null : this.#table.state.seats?.[you];
    if (paused && !isReplay) return t(mine ? "play.paused-for-you" : "play.paused");
    if (mine?.away && !isReplay) return t(mine.away === "kept" ? "play.bot-stays" : "play.bot-plays");
    if (this.#table.myTurn && this.open.uno && this.open.all.length === 1) return t("play.call-first");
    if (this.watches) return this.watches;
    if (this.canOnlyPass) return t("play.drew-useless");
    if (this.#isTaught) return t("lesson.your-move");
    if (this.isTurnToo) return game(this.#phaseNamed("turn")?.asks ?? "");
    if (this.#table.myTurn) return this.#asks;
    const seats = listed((this.#table.shown.to_move ?? []).map(this.#table.name));
    if (this.performs) return t(`play.perform${this.#audience}`, { seats });
    return game(this.phase?.waits ?? "", { seats });
  });

  /** `settle` moves the focus somewhere useful when the focused element is gone. */
  constructor(table: Table, scenes: Scenes, settle: () => void) {
    this.#table = table;
    this.#scenes = scenes;
    this.#settle = settle;
  }

  /** Clears what is out of date. Call it while a component is set up. */
  follow(): void {
    $effect(() => {
      if (!this.message) return;
      const before = untrack(() => this.#table.events);
      let isRead = $state(false);
      const timer = setTimeout(() => (isRead = true), READ);
      $effect(() => {
        if (isRead && this.#table.events !== before && !this.#isHint) this.message = null; // it may no longer be true
      });
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.#table.myTurn) this.message = null; // it was about a time when others had their turn
    });
    $effect(() => {
      const { hint } = this;
      if (!hint?.move || (this.#table.myTurn && this.open.all.some(({ text }) => text === hint.move))) return;
      if (untrack(() => this.#isHint)) this.message = null;
      this.hint = null;
    });
    $effect(() => {
      if (!this.open.canCall) this.calling = false;
      if (!this.question) this.later = "";
      this.#opened = this.asking && this.asking === this.question ? this.questionKey : "";
    });
    $effect(() => {
      const still = (choice: Choice) => this.open.all.some(({ text }) => text === choice.text);
      if (this.choosing && !this.choosing.choices.every(still)) this.choosing = null;
    });
    $effect(() => {
      this.#table.isAsked = !!this.asking;
    });
    $effect(() => this.#table.prepare(!!this.choosing, this.calling));
    $effect(() => {
      if (this.answersAt) announce(untrack(() => `${this.prompt} ${this.byItself}`));
    });
    $effect(() => {
      if (this.#turnTooKey) announce(untrack(() => `${t("say.your-turn")} ${this.#asks}`));
    });
    $effect(() => {
      if (this.#inHandKey) announce(untrack(() => `${this.prompt} ${this.inHandBrings}`));
    });
  }

  /** What a card of the hand leads to, if it is the same for each that can be chosen. */
  get inHandBrings(): string {
    const moves = (this.inHand?.choices ?? []).filter(({ card }) => card).map(({ text }) => text);
    return shared(this.brings, moves);
  }

  /** What a card that takes effect by itself does, or how to get more time if there is anything to decide. */
  get byItself(): string {
    const [only, another] = this.question?.choices ?? [];
    return (!another && !this.found.chances.length && this.brings.get(only?.text)) || t("play.by-itself");
  }

  /** Whether one of these moves is what to do now: every one, except in a lesson, whose steps want some of them. */
  marks(choices: readonly (Choice | null)[]): boolean {
    const { wanted } = this.#table;
    if (!wanted?.length) return choices.some(Boolean);
    return choices.some((choice) => choice && wanted.some((want) => isLike(choice.text, want)));
  }

  /** Whether a lesson's step wants something else than what the game waits for, or only some of it. */
  get #isTaught(): boolean {
    const { myTurn, wanted } = this.#table;
    return !!wanted?.length && !(myTurn && this.found.all.every((choice) => this.marks([choice])));
  }

  /** What the phase asks this player, about the card that waits or the player who is judged. */
  get #asks(): string {
    const { pending } = this.#table.shown;
    const card = pending?.card;
    const seat = judged(this.#table.shown) ?? pending?.seat;
    const about = {
      seat: seat === undefined ? "" : this.#table.name(seat),
      card: game((card && this.#book.kind(card)?.name) ?? ""),
    };
    if (this.isTurnToo) return t("ask.harmless", about);
    const verbs = new Set(this.found.all.filter(({ chance }) => !chance).map(({ verb }) => verb));
    return game(this.phase?.offers?.[[...verbs].sort().join(" ")] ?? this.phase?.asks ?? "", about);
  }

  /** Who judges a performance, and how they hear of it. */
  get #audience(): "" | "-aloud" | "-honor" {
    const { state, you, isLesson } = this.#table;
    if (!isLesson && isAmongBots(state, you)) return "-honor";
    return state.settings?.chat === true ? "" : "-aloud";
  }

  #phaseNamed(phase: string): Wire.PhaseInfo | undefined {
    return this.#book.info.phases.find(({ name }) => name === phase);
  }

  /** Whether a bot has this player's cards, until they take them back. */
  get isAway(): boolean {
    const { you, state, isReplay } = this.#table;
    const away = you === null || isReplay ? undefined : state.seats?.[you]?.away;
    return !!away && away !== "kept";
  }

  get #book(): EditionBook {
    return this.#table.book!;
  }

  trouble = (error: unknown): void => {
    const refused = error instanceof Refused ? error : null;
    this.message = { text: refused?.message ?? String(error), rule: refused?.rule, bad: true };
    announce(this.message.text, "assertive");
  };

  move = async (text: string): Promise<void> => {
    if (this.choosing && this.#table.asksAgain(text)) return;
    this.choosing = this.message = null;
    this.#scenes.flush();
    try {
      if (this.isAway) await this.#table.send({ do: "back" }); // whoever plays is back
      await this.#table.move(text);
      this.calling = false;
    } catch (error) {
      this.trouble(error);
    }
    await tick();
    this.#settle();
  };

  choose = (card: string, element: HTMLElement): void => {
    const next = chosen(this.open, card, this.calling);
    this.#scenes.flush();
    if (!next) {
      void this.explain(card, element);
      return;
    }
    this.#scenes.picked = { card, box: measure(element) };
    if ("choices" in next) this.choosing = next;
    else void this.move(next.text);
  };

  look = (card: string | null): void => {
    clearTimeout(this.#timer);
    this.#looked = card ?? "";
    if (!card || !this.playable || this.playable.has(card)) {
      if (this.message && !this.message.bad && !this.message.about) this.message = null;
      return;
    }
    this.#timer = setTimeout(() => void this.explain(card), LOOK);
  };

  /** Says why a card can't be chosen now: the server's sentence, and its rule. If it was tried, also what can be played. */
  async explain(card: string, tried?: HTMLElement): Promise<void> {
    const verb = this.open.ask?.choices.find((choice) => choice.takes === "card")?.verb;
    try {
      let why: Wire.RefusalInfo | null = null;
      for (const text of verb ? [`${verb} ${card}`] : playOf(this.#book, card)) {
        why = await this.#table.why(text);
        if (why?.code !== "invalid-move") break;
      }
      if (why && tried) this.#tell(why, true, tried);
      else if (why && this.#looked === card && !this.message?.about) this.#tell(why, false);
    } catch {
      // A player who is just looking needs no answer.
    }
  }

  /** Says why the move that has this place on the table isn't allowed now. */
  async #explainPlace(at: Choice["at"]): Promise<void> {
    try {
      const why = await this.#table.why(this.#book.verbAt(at));
      if (why) this.#tell(why, true);
    } catch (error) {
      this.trouble(error);
    }
  }

  #tell(why: Wire.RefusalInfo, aloud: boolean, about?: HTMLElement): void {
    const isWaiting = aloud && this.question && this.later === this.questionKey;
    const more = isWaiting ? this.#goBack : about ? this.#otherwise() : "";
    const text = more ? `${sentenceOf(why).replace(/[^.!?]$/, "$&.")} ${more}` : sentenceOf(why);
    this.message = this.watches ? { text: this.watches } : { text, rule: why.rule, about };
    if (aloud) announce(this.message.text);
  }

  /** How to go back to the question that waits. */
  get #goBack(): string {
    const key = settings.keys ? ` (${keymap(settings.keymap).decide.toUpperCase()})` : "";
    return t("play.put-aside", { how: `${t("say.quoted", { text: t("play.decide") })}${key}` });
  }

  /** What a player whose card was refused can do. */
  #otherwise(): string {
    if (!this.#table.myTurn) return "";
    const cards = [...this.open.cards.keys()].map((card) => cardName(this.#book, card));
    if (cards.length) return t("play.instead", { cards: listed(cards, "disjunction") });
    return this.open.draw ? t("play.instead-draw") : "";
  }

  askHint = async (): Promise<void> => {
    this.#say(t("hint.finding"));
    try {
      const answer = await this.#table.send({ do: "hint" });
      if (!("hint" in answer)) return;
      const { move, says, args } = (this.hint = answer.hint);
      const what = move ? moveName(this.#book, move, this.#table.name, this.#table.state.pending?.sum) : t("hint.nothing");
      this.#hinted = this.#say(`${what}. ${game(says, argsInWords(this.#book, args, this.#table.name))}`);
    } catch (error) {
      this.trouble(error);
    }
  };

  #say(text: string): Message {
    announce(text);
    return (this.message = { text });
  }

  /** Whether the message is a hint, which stays for as long as it can be followed. */
  get #isHint(): boolean {
    return !!this.hint?.move && this.message === this.#hinted;
  }

  draw = (): void => void (this.open.draw ? this.move(this.open.draw.text) : this.#explainPlace("pile"));
  pass = (): void => void (this.open.pass ? this.move(this.open.pass.text) : this.#explainPlace("end"));
  extend = (): void => void this.#table.send({ do: "extend" }).catch(this.trouble);
  comeBack = (): void => void this.#table.send({ do: "back" }).catch(this.trouble);

  call = (): void => {
    if (this.open.uno) void this.move(this.open.uno.text);
    else if (this.open.canCall) {
      this.calling = !this.calling;
      this.message = null;
      announce(t(this.calling ? "play.calling" : "play.not-calling"));
    } else void this.#explainPlace("call");
  };

  catchOne = (choice: Choice | undefined = this.open.catches[0]): void => {
    if (choice) void this.move(choice.text);
    else announce(t("play.nobody-to-catch"));
  };

  /** Whether the others wait to hear that a performance is over. */
  get mayFinish(): boolean {
    const { state, you, isLesson } = this.#table;
    return this.performs && state.settings?.chat !== false && !isLesson && !isAmongBots(state, you);
  }

  /** Says that it's done. */
  finish = async (): Promise<void> => {
    try {
      await this.#table.send({ do: "emote", emote: DONE });
    } catch (error) {
      this.trouble(error);
    }
    await tick();
    this.#settle();
  };

  decide = (): void => {
    if (this.mayFinish) return void this.finish();
    this.later = "";
    this.#scenes.flush();
    if (this.inHand) document.querySelector<HTMLElement>('[data-testid="hand"] [tabindex="0"]')?.focus();
    else this.choosing = this.open.ask ?? this.open.chances[0] ?? null;
  };

  /** Goes back to the table. A question the player owes an answer to waits. */
  closeQuestion = (): void => {
    if (this.asking?.owed) {
      this.later = this.questionKey;
      announce(this.#goBack);
    }
    this.choosing = null;
  };

  takeChance = (chance: Ask): void => {
    if (chance.choices.length === 1 && !chance.choices[0].free) void this.move(chance.choices[0].text);
    else this.choosing = chance;
  };

  chanceName(chance: Ask): string {
    if (chance.choices.length === 1) return moveName(this.#book, chance.choices[0].text, this.#table.name);
    return this.#headingOf(chance) || capital(game(chance.id));
  }

  titleOf(ask: Ask): string {
    if (ask.choices.every((choice) => choice.color && (choice.at === "hand" || choice.takes === "color")))
      return t("ask.color");
    return (ask.owed ? this.#asks : this.#headingOf(ask)) || t("ask.any");
  }

  #headingOf(ask: Ask): string {
    return game(ask.choices.find((choice) => choice.title)?.title ?? "");
  }
}
