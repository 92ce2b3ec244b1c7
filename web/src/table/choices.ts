/** What a seat can do now, sorted for the page: on cards, as buttons or as a question. Pure: verbs come from the catalog. */
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import type * as Wire from "../wire";

export interface Choice {
  /** The move as sent to the server. */
  text: string;
  verb: string;
  takes: Wire.VerbInfo["takes"];
  /** Where on the table it stands, or nothing if it answers a question. */
  at: Wire.VerbInfo["at"];
  /** The heading of several moves like this one, or nothing. */
  title: string;
  card?: string;
  color?: string;
  seat?: number;
  word?: string;
  /** Ends with a placeholder for free text. */
  free: boolean;
  uno: boolean;
  /** It is made out of turn, and the game doesn't wait for it. */
  chance: boolean;
}

/** The name of the prompt: the phase, or what is special about an answer to a stack and a house rule's vote. */
export function asked(state: Pick<TableState, "pending" | "phase" | "special">): string {
  if (typeof state.pending?.sum === "number") return "stack"; // without a sum it may be null
  return state.phase === VOTING && state.special && "rule" in state.special ? "rule-vote" : (state.phase ?? "");
}

/** What the game asks now, and whom it waits for. */
export const promptOf = (book: EditionBook, state: Parameters<typeof asked>[0]): Wire.PhaseInfo | undefined =>
  book.info.phases.find(({ name }) => name === asked(state));

/** A question. Its id is the phase, or the verb of an out-of-turn chance. */
export interface Ask {
  id: string;
  /** Whether the game waits for the answer. Otherwise it is just a chance. */
  owed: boolean;
  choices: Choice[];
}

export interface Offer {
  all: Choice[];
  /** By card: what choosing it in the hand can do. */
  cards: Map<string, Choice[]>;
  draw: Choice | null;
  pass: Choice | null;
  uno: Choice | null;
  /** A move can include the UNO call, because two cards are left. */
  canCall: boolean;
  catches: Choice[];
  /** Other out-of-turn chances, one question per verb. */
  chances: Ask[];
  ask: Ask | null;
}

/** The phase in which the table judges what a player does. */
export const VOTING = "vote";
const CALL = "uno"; // what follows a move that calls UNO
/** The phases in which a player plays or draws. */
export const TURN_PHASES = new Set(["turn", "drew"]);

/** The seat that the table judges now. */
export const judged = ({ phase, special }: Pick<TableState, "phase" | "special">): number | null =>
  phase === VOTING && typeof special?.performer === "number" ? special.performer : null;

/** The seat that performs now, while the table judges it. What lasts was done before, and what was said is said. */
export function performing(book: EditionBook, state: Pick<TableState, "phase" | "special">): number | null {
  const isNow = book.info.shows.some(({ name, holds }) => {
    const deed = state.special?.[name] as { lasting?: boolean } | null | undefined;
    return (holds === "dare" || holds === "rule") && !!deed && !deed.lasting;
  });
  return isNow ? judged(state) : null;
}

/** Whether everyone else at the table is a bot. */
export const isAmongBots = ({ seats }: Pick<TableState, "seats">, you: number | null): boolean =>
  !!seats?.every((seat, i) => i === you || seat?.bot);

/** Everyone whose deed is judged or will be: what lasts counts from the moment they took it on. */
export function doing(book: EditionBook | undefined, { special }: Pick<TableState, "special">): number[] {
  const lasting = (book?.info.shows ?? [])
    .filter(({ holds }) => holds === "dare by seat")
    .flatMap(({ name }) => Object.keys(special?.[name] ?? {}).map(Number));
  return typeof special?.performer === "number" ? [special.performer, ...lasting] : lasting;
}

/** Whether a move is one that a lesson's step wants, which may end with any text. */
export function isLike(move: string, want: string): boolean {
  return want.endsWith("…") ? move.startsWith(want.slice(0, -1)) : move === want;
}

/** The parts of a move's text. */
export function parseMove(book: EditionBook, text: string): Choice {
  const [word, ...rest] = text.split(" ");
  const verb = book.verb(word, rest.length > 0);
  const takes = verb?.takes ?? "";
  const choice: Choice = {
    text,
    verb: word,
    takes,
    at: verb?.at ?? "",
    title: verb?.title ?? "",
    free: takes === "text" || rest.at(-1) === "…",
    uno: false,
    chance: !!verb?.chance,
  };
  if (takes === "text") return choice;
  if (rest.at(-1) === CALL) {
    choice.uno = true;
    rest.pop();
  }
  if (takes === "word") choice.word = rest[0];
  else if (takes === "seat") choice.seat = Number(rest[0]);
  else if (takes === "color") choice.color = rest[0];
  else if (takes.startsWith("card")) [choice.card, choice.color] = rest;
  return choice;
}

/** The items by a key, in their order. */
export function grouped<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Everything a seat can do in this state. */
export function offer(book: EditionBook, state: TableState): Offer {
  const all = (state.moves ?? []).map((move) => parseMove(book, move));
  const owed = state.you !== null && state.you !== undefined && !!state.to_move?.includes(state.you);
  const first = (at: Choice["at"]) => all.find((choice) => choice.at === at) ?? null;
  const isFirst = ({ at, seat, text }: Choice) => all.find((other) => other.at === at && other.seat === seat)?.text === text;
  const onTable = (choice: Choice) => choice.at === "hand" || (!!choice.at && isFirst(choice)); // the others ask a question
  const others = all.filter((choice) => !onTable(choice));
  const inTurn = TURN_PHASES.has(state.phase ?? "");
  const [chances, duties] = [
    others.filter((choice) => !owed || choice.chance),
    others.filter((choice) => owed && !choice.chance),
  ];
  return {
    all,
    cards: grouped(
      all.filter((choice) => choice.card !== undefined),
      (choice) => choice.card as string,
    ),
    draw: first("pile"),
    pass: first("end"),
    uno: first("call"),
    canCall: all.some((choice) => choice.uno),
    catches: all.filter((choice) => choice.at === "seat" && onTable(choice)),
    chances: [...grouped(chances, (choice) => choice.verb)].map(([id, choices]) => ({ id, owed: false, choices })),
    ask: duties.length ? { id: inTurn ? duties[0].verb : (state.phase ?? duties[0].verb), owed: true, choices: duties } : null,
  };
}

/** Whether a question opens by itself. It doesn't if the player could just as well play or draw. */
export function opensItself(found: Offer): boolean {
  return !!found.ask && !found.draw && !found.all.some((choice) => choice.at === "hand");
}

/** Whether a question is about cards of the hand, so that they are chosen there and the rest are buttons. */
export function isInHand(ask: Ask, hand: readonly string[]): boolean {
  const isCard = ({ takes, card }: Choice): boolean => takes.startsWith("card") && hand.includes(card ?? "");
  return ask.owed && ask.choices.some(isCard) && ask.choices.every((choice) => !choice.takes || isCard(choice));
}

/** Choices that come with and without the UNO call, each once: with it if `call`, otherwise without. */
export function called(choices: readonly Choice[], call: boolean): Choice[] {
  const texts = new Set(choices.map(({ text }) => text));
  return choices.filter(({ text, uno }) =>
    uno ? call || !texts.has(text.slice(0, -CALL.length - 1)) : !call || !texts.has(`${text} ${CALL}`),
  );
}

/** What choosing a card leads to: a move, a question about the rest of it (the call included), or nothing. */
export function chosen(found: Offer, card: string, call: boolean): Choice | Ask | null {
  const all = found.cards.get(card) ?? [];
  const here = called(all, call);
  if (!here.length) return null;
  return here.length === 1
    ? here[0]
    : { id: here.every((choice) => choice.at === "hand") ? "color" : here[0].verb, owed: false, choices: all };
}

/** The moves to ask about why a card can't be played. A wild's move names a color. */
export function playOf(book: EditionBook, card: string): string[] {
  const plain = `${book.verbAt("hand")} ${card}`;
  return book.colorOf(card) ? [plain] : [`${plain} ${book.info.colors[0].name}`, plain];
}
