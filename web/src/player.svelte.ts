/** What the player of this page does at the table: chooses cards, answers questions, asks why and for a hint. */
import { tick } from "svelte";

import { announce } from "./announce.svelte";
import { Refused, sentenceOf } from "./api";
import type { EditionBook } from "./catalog";
import { type Ask, type Choice, chosen, offer, type Offer, opensItself, playOf } from "./choices";
import { capital } from "./options";
import { argsInWords, moveName } from "./say";
import { measure, type Scenes } from "./scenes.svelte";
import type { Table } from "./table.svelte";
import { game, has, t } from "./texts";
import type * as Wire from "./wire";

export interface Message {
  text: string;
  rule?: string;
  bad?: boolean;
}

const LOOK = 160; // milliseconds that a card is looked at before it says why it cannot be played

export class Player {
  calling = $state(false); // the next card is played with the call
  choosing: Ask | null = $state.raw(null); // about a card or a chance that was chosen
  later = $state(""); // the question that waits while the player looks at the table
  message: Message | null = $state.raw(null);
  hint: Wire.HintInfo | null = $state.raw(null);

  readonly #table: Table;
  readonly #scenes: Scenes;
  readonly #settle: () => void;
  #looked = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  found: Offer = $derived.by(() => offer(this.#book, this.#table.state));
  /** What the game waits for, and a name that another question does not have. */
  question: Ask | null = $derived(this.found.ask);
  questionKey: string = $derived(this.question ? `${this.question.id} ${this.question.choices.map(({ text }) => text).join(";")}` : "");
  /** The question that covers the table now. */
  asking: Ask | null = $derived.by(() => {
    if (this.choosing) return this.choosing;
    return this.question && this.questionKey !== this.later && opensItself(this.found) && !this.#scenes.busy ? this.question : null;
  });
  /** The cards that can be chosen; null where it is not this player's time. */
  playable: ReadonlySet<string> | null = $derived.by(() => {
    const { cards } = this.found;
    return cards.size || (this.#table.myTurn && !this.question) ? new Set(cards.keys()) : null;
  });
  phase: Wire.PhaseInfo | undefined = $derived.by(() => this.#book.info.phases.find(({ name }) => name === this.#table.state.phase));
  prompt: string = $derived.by(() => {
    if (this.#table.myTurn) return game(this.phase?.asks ?? "");
    return game(this.phase?.waits ?? "", { seats: (this.#scenes.state.to_move ?? []).map(this.#table.name).join(", ") });
  });

  /** `settle` puts the keyboard somewhere useful when what it was on is gone. */
  constructor(table: Table, scenes: Scenes, settle: () => void) {
    this.#table = table;
    this.#scenes = scenes;
    this.#settle = settle;
  }

  /** Forgets what holds no more; called while a component is made. */
  follow(): void {
    $effect(() => {
      void this.#table.n; // what was said about a card holds only until the table moves on
      this.message = null;
      this.hint = null;
    });
    $effect(() => {
      if (!this.found.canCall) this.calling = false;
      if (!this.question) this.later = "";
    });
    $effect(() => {
      const still = (choice: Choice) => this.found.all.some(({ text }) => text === choice.text);
      if (this.choosing && !this.choosing.choices.every(still)) this.choosing = null;
    });
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
    this.choosing = null;
    try {
      await this.#table.move(text);
      this.calling = false;
    } catch (error) {
      this.trouble(error);
    }
    await tick();
    this.#settle();
  };

  choose = (card: string, element: HTMLElement): void => {
    const next = chosen(this.found, card, this.calling);
    if (!next) {
      void this.explain(card, true);
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
      if (this.message && !this.message.bad) this.message = null;
      return;
    }
    this.#timer = setTimeout(() => void this.explain(card, false), LOOK);
  };

  /** Why a card cannot be chosen now: the server's sentence, and the rule that says so. */
  async explain(card: string, aloud: boolean): Promise<void> {
    const verb = this.question?.choices.find((choice) => choice.takes === "card")?.verb;
    try {
      let why: Wire.RefusalInfo | null = null;
      for (const text of verb ? [`${verb} ${card}`] : playOf(this.#book, card)) {
        why = await this.#table.why(text);
        if (why?.code !== "invalid-move") break;
      }
      if (why && (aloud || this.#looked === card)) this.#tell(why, aloud);
    } catch {
      // Somebody who only looks needs no answer.
    }
  }

  async #explainMove(text: string): Promise<void> {
    try {
      const why = await this.#table.why(text);
      if (why) this.#tell(why, true);
    } catch (error) {
      this.trouble(error);
    }
  }

  #tell(why: Wire.RefusalInfo, aloud: boolean): void {
    this.message = { text: sentenceOf(why), rule: why.rule };
    if (aloud) announce(this.message.text);
  }

  askHint = async (): Promise<void> => {
    try {
      const answer = await this.#table.send({ do: "hint" });
      if (!("hint" in answer)) return;
      const { move, says, args } = (this.hint = answer.hint);
      const what = move ? moveName(this.#book, move, this.#table.name) : t("hint.nothing");
      this.message = { text: `${what}. ${game(says, argsInWords(this.#book, args, this.#table.name))}` };
      announce(this.message.text);
    } catch (error) {
      this.trouble(error);
    }
  };

  draw = (): void => void (this.found.draw ? this.move("draw") : this.#explainMove("draw"));
  pass = (): void => void (this.found.pass ? this.move("pass") : this.#explainMove("pass"));
  extend = (): void => void this.#table.send({ do: "extend" }).catch(this.trouble);
  comeBack = (): void => void this.#table.send({ do: "back" }).catch(this.trouble);

  call = (): void => {
    if (this.found.uno) void this.move(this.found.uno.text);
    else if (this.found.canCall) {
      this.calling = !this.calling;
      announce(t(this.calling ? "play.calling" : "play.not-calling"));
    } else void this.#explainMove("uno");
  };

  catchOne = (choice: Choice | undefined = this.found.catches[0]): void => {
    if (choice) void this.move(choice.text);
    else announce(t("play.nobody-to-catch"));
  };

  decide = (): void => {
    this.later = "";
    this.choosing = this.question ?? this.found.chances[0] ?? null;
  };

  /** Back to the table: a question that is owed waits until the player decides. */
  closeQuestion = (): void => {
    if (this.asking?.owed) this.later = this.questionKey;
    this.choosing = null;
  };

  takeChance = (chance: Ask): void => {
    if (chance.choices.length === 1 && !chance.choices[0].free) void this.move(chance.choices[0].text);
    else this.choosing = chance;
  };

  chanceName(chance: Ask): string {
    if (chance.choices.length === 1) return moveName(this.#book, chance.choices[0].text, this.#table.name);
    return has(`ask.${chance.id}`) ? t(`ask.${chance.id}`) : capital(game(chance.id));
  }

  titleOf(ask: Ask): string {
    if (ask.choices.every((choice) => choice.color && (choice.verb === "play" || choice.takes === "color"))) return t("ask.color");
    const own = ask.owed ? game(this.phase?.asks ?? "") : has(`ask.${ask.id}`) ? t(`ask.${ask.id}`) : "";
    return own || t("ask.any");
  }
}
