/** What a seat may do now, sorted for the page: on cards, as buttons, or as a question. Pure: verbs come from the catalog. */
import type { EditionBook } from "./catalog";
import type { TableState } from "./state";
import type * as Wire from "./wire";

export interface Choice {
  /** The move as it is sent. */
  text: string;
  verb: string;
  takes: Wire.VerbInfo["takes"];
  card?: string;
  color?: string;
  seat?: number;
  word?: string;
  /** Ends with a placeholder for free text. */
  free: boolean;
  uno: boolean;
  /** Made out of turn: the game does not wait for it. */
  chance: boolean;
}

/** A question: its phase, or the verb of something that may be done out of turn. */
export interface Ask {
  id: string;
  /** Whether the game waits for it; otherwise it is only a chance. */
  owed: boolean;
  choices: Choice[];
}

export interface Offer {
  all: Choice[];
  /** By card: what can be done with it by choosing it in the hand. */
  cards: Map<string, Choice[]>;
  draw: Choice | null;
  pass: Choice | null;
  uno: Choice | null;
  /** A card can be played with the call: two cards are left. */
  canCall: boolean;
  catches: Choice[];
  /** What else can be done beside the game, by verb: a question each. */
  chances: Ask[];
  ask: Ask | null;
}

const TABLE_VERBS = new Set(["play", "draw", "pass", "uno", "catch"]);
const TURN_PHASES = new Set(["turn", "drew"]);

/** The parts of a move's text. */
export function read(book: EditionBook, text: string): Choice {
  const [word, ...rest] = text.split(" ");
  const verbs = book.info.verbs.filter((verb) => verb.word === word);
  const verb = verbs.find((each) => !!each.takes === rest.length > 0) ?? verbs[0];
  const takes = verb?.takes ?? "";
  const choice: Choice = { text, verb: word, takes, free: takes === "text" || rest.at(-1) === "…", uno: false, chance: !!verb?.chance };
  if (takes === "text") return choice;
  if (takes === "word") choice.word = rest[0];
  else if (takes === "seat") choice.seat = Number(rest[0]);
  else if (takes === "color") choice.color = rest[0];
  else if (takes.startsWith("card")) {
    if (word === "play" && rest.at(-1) === "uno") {
      choice.uno = true;
      rest.pop();
    }
    [choice.card, choice.color] = rest;
  }
  return choice;
}

function grouped<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Everything that a seat may do in this state. */
export function offer(book: EditionBook, state: TableState): Offer {
  const all = (state.moves ?? []).map((move) => read(book, move));
  const owed = state.you !== null && state.you !== undefined && !!state.to_move?.includes(state.you);
  const one = (verb: string) => all.find((choice) => choice.verb === verb) ?? null;
  const others = all.filter((choice) => !TABLE_VERBS.has(choice.verb));
  const inTurn = TURN_PHASES.has(state.phase ?? "");
  const [chances, duties] = [others.filter((choice) => !owed || choice.chance), others.filter((choice) => owed && !choice.chance)];
  return {
    all,
    cards: grouped(
      all.filter((choice) => choice.card !== undefined),
      (choice) => choice.card as string,
    ),
    draw: one("draw"),
    pass: one("pass"),
    uno: one("uno"),
    canCall: all.some((choice) => choice.uno),
    catches: all.filter((choice) => choice.verb === "catch"),
    chances: [...grouped(chances, (choice) => choice.verb)].map(([id, choices]) => ({ id, owed: false, choices })),
    ask: duties.length ? { id: inTurn ? duties[0].verb : (state.phase ?? duties[0].verb), owed: true, choices: duties } : null,
  };
}

/** Whether a question covers the table by itself: not where one can as well go on by a card or by drawing. */
export function opensItself(found: Offer): boolean {
  return !!found.ask && !found.draw && !found.all.some((choice) => choice.verb === "play");
}

/** What choosing a card in the hand comes to: a move to make, a question about the rest of it, or nothing. */
export function chosen(found: Offer, card: string, call: boolean): Choice | Ask | null {
  const here = found.cards.get(card) ?? [];
  const called = here.filter((choice) => choice.uno === (call && here.some((other) => other.uno)));
  if (!called.length) return null;
  return called.length === 1 ? called[0] : { id: called.every((choice) => choice.verb === "play") ? "color" : called[0].verb, owed: false, choices: called };
}

/** A move that says why a card cannot be played: the play itself, with a color where wilds name one. */
export function playOf(book: EditionBook, card: string): string[] {
  const plain = `play ${card}`;
  return book.colorOf(card) ? [plain] : [`${plain} ${book.info.colors[0].name}`, plain];
}

/** The choices of a question by what they take, in the order in which they are shown. */
export function sections(ask: Ask): { takes: Choice["takes"]; verb: string; choices: Choice[] }[] {
  return [...grouped(ask.choices, (choice) => (choice.takes ? `${choice.verb} ${choice.takes}` : ""))].map(([, choices]) => ({
    takes: choices[0].takes,
    verb: choices[0].verb,
    choices,
  }));
}
