// Written by scripts/wire-types from the server's schema: change src/lastcard/server/told.py or protocol.py instead.

export type Command =
  | Move
  | Why
  | Ping
  | Chat
  | Emote
  | Mute
  | Keep
  | Extend
  | Back
  | Leave
  | Ready
  | Contribute
  | Veto
  | Bot
  | Remove
  | Change
  | Start
  | Rematch;
export type Message = FirstFrame | UpdateFrame | OkAnswer | RefusedAnswer | WhyAnswer | PongAnswer;

/**
 * Take the seat back from the bot.
 */
export interface Back {
  do: "back";
  id?: string;
}
/**
 * Host: put a bot on an empty seat.
 */
export interface Bot {
  do: "bot";
  seat: number;
  level?: string;
  id?: string;
}
/**
 * GET /api/editions.
 */
export interface Catalog {
  version: number;
  levels: string[];
  emotes: string[];
  editions: EditionInfo[];
}
/**
 * Everything about an edition; ``suggestions`` are texts for verbs that take one.
 */
export interface EditionInfo {
  id: string;
  title: string;
  summary: string;
  version: number;
  colors: ColorInfo[];
  wild: WildInfo;
  cards: number;
  kinds: KindInfo[];
  verbs: VerbInfo[];
  phases: string[];
  options: OptionInfo[];
  rulebook: RuleInfo[];
  suggestions: {
    [k: string]: string[];
  };
  happenings: HappeningInfo[];
}
/**
 * A color, and the shape that stands for it.
 */
export interface ColorInfo {
  name: string;
  symbol: string;
  glyph: string;
}
/**
 * The shape of cards without a color.
 */
export interface WildInfo {
  symbol: string;
  glyph: string;
}
/**
 * What is printed on a card; ``color`` is null for a wild, ``value`` its points.
 */
export interface KindInfo {
  text: string;
  color: string | null;
  copies: number;
  value: number;
  symbol?: string;
  emblem?: string;
  number?: number;
  foil?: boolean;
}
/**
 * The first word of a move, what follows it, and when it can be said.
 */
export interface VerbInfo {
  word: string;
  takes: "" | "card" | "card color" | "color" | "seat" | "text" | "word";
  rule: string;
  when: string;
  words: string[];
}
/**
 * One of a table's choices.
 */
export interface OptionInfo {
  name: string;
  default: unknown;
  about: string;
  allowed: string;
  between_rounds: boolean;
}
/**
 * A rule; ``ruling`` where the leaflet leaves it open.
 */
export interface RuleInfo {
  id: string;
  text: string;
  ruling: boolean;
}
/**
 * What an event means; ``says`` is its sentence, ``moves`` how it moves cards, ``secret`` who may see its card.
 */
export interface HappeningInfo {
  name: string;
  says: string;
  moves: string;
  secret: string;
}
/**
 * Host: other options or number of seats before the start, between rounds what the edition allows; settings at any time.
 *
 *     What is not named stays as it is.
 */
export interface Change {
  do: "change";
  options?: {
    [k: string]: unknown;
  } | null;
  settings?: SomeSettings | null;
  seats?: number | null;
  id?: string;
}
/**
 * Those settings that a host changes; the others stay.
 */
export interface SomeSettings {
  clock?: 0 | 15 | 30 | 60 | 120;
  grace?: number;
  pace?: "fast" | "human";
  chat?: boolean;
  watchers?: boolean;
  public?: boolean;
  hints?: boolean;
}
/**
 * Say something to the table.
 */
export interface Chat {
  do: "chat";
  text: string;
  id?: string;
}
/**
 * A line that was said before this connection.
 */
export interface ChatLine {
  seat: number;
  name: string;
  text: string;
}
/**
 * Make a move; ``n`` is the number of the last frame that the client has seen.
 */
export interface Move {
  do: "move";
  move: string;
  n: number;
  id?: string;
}
/**
 * Ask why a move is not allowed now.
 */
export interface Why {
  do: "why";
  move: string;
  id?: string;
}
/**
 * Answered at once.
 */
export interface Ping {
  do: "ping";
  id?: string;
}
/**
 * One of the quick emotes.
 */
export interface Emote {
  do: "emote";
  emote: string;
  id?: string;
}
/**
 * Hear nothing more of what another player says and gestures; ``on`` false: hear it again.
 */
export interface Mute {
  do: "mute";
  seat: number;
  on?: boolean;
  id?: string;
}
/**
 * Vote that the bot shall keep an absent player's seat for good.
 */
export interface Keep {
  do: "keep";
  seat: number;
  yes?: boolean;
  id?: string;
}
/**
 * Ask for more time on the clock.
 */
export interface Extend {
  do: "extend";
  id?: string;
}
/**
 * Give up the seat.
 */
export interface Leave {
  do: "leave";
  id?: string;
}
/**
 * Agree to the options with this digest, house rules and dares among them, and be ready.
 */
export interface Ready {
  do: "ready";
  digest: string;
  id?: string;
}
/**
 * Add randomness of one's own to the deal: up to 64 hex digits.
 */
export interface Contribute {
  do: "contribute";
  hex: string;
  id?: string;
}
/**
 * Dares, by number, that this player will not do.
 */
export interface Veto {
  do: "veto";
  dares: number[];
  id?: string;
}
/**
 * Host: free a seat before the start.
 */
export interface Remove {
  do: "remove";
  seat: number;
  id?: string;
}
/**
 * Host: deal.
 */
export interface Start {
  do: "start";
  id?: string;
}
/**
 * Another game with the same people.
 */
export interface Rematch {
  do: "rematch";
  id?: string;
}
/**
 * POST /api/tables. ``bots`` are levels, for the seats after the host's; ``token`` is one the client has already.
 */
export interface CreateTable {
  edition: string;
  name: string;
  seats?: number;
  bots?: string[];
  options?: {
    [k: string]: unknown;
  };
  settings?: Settings;
  token?: string;
}
/**
 * How a table is run; the rules are in its options. ``clock`` is in seconds (0: off), ``grace`` in milliseconds.
 *
 *     ``hints`` asks clients to mark what can be played; the server sends the same either way.
 */
export interface Settings {
  clock?: 0 | 15 | 30 | 60 | 120;
  grace?: number;
  pace?: "fast" | "human";
  chat?: boolean;
  watchers?: boolean;
  public?: boolean;
  hints?: boolean;
}
/**
 * How the seed of a fair deal came about, all in hex: what was told before, the secret, what each seat added.
 */
export interface Fair {
  commitment: string;
  contributions: string[];
  secret: string;
}
/**
 * The first frame of a connection: everything.
 */
export interface FirstFrame {
  n: number;
  e: number;
  events: GameEvent[];
  set: State;
  chat: ChatLine[];
  version: number;
  time: number;
}
/**
 * What happened, as this viewer may see it: a card or word that it may not see is missing.
 */
export interface GameEvent {
  what: string;
  seat?: number;
  card?: string;
  color?: string;
  to?: number;
  n?: number;
  word?: string;
  text?: string;
  uno?: boolean;
}
/**
 * Everything that a viewer knows of a table. Before the first deal nothing of a game is there; ``fair`` comes at its end.
 *
 *     Keys of ``clocks`` and ``known`` are seats. ``special`` holds what the edition's own cards show; the catalog says what its
 *     fields hold.
 */
export interface State {
  table?: string;
  edition?: string;
  options?: {
    [k: string]: unknown;
  };
  digest?: string;
  settings?: Settings;
  commitment?: string;
  you?: number | null;
  stage?: "between" | "lobby" | "over" | "playing";
  seats?: (SeatInfo | null)[];
  host?: number | null;
  rematch?: string;
  clocks?: {
    [k: string]: number;
  };
  vetoes?: number[];
  muted?: number[];
  moves?: string[];
  fair?: Fair;
  players?: number;
  round?: number;
  dealer?: number;
  turn?: number;
  to_move?: number[];
  phase?: string;
  direction?: -1 | 1;
  color?: string | null;
  top?: string;
  discard_count?: number;
  draw_count?: number;
  counts?: number[];
  hand?: string[];
  drawn?: string | null;
  known?: {
    [k: string]: string[];
  };
  owes_uno?: number[];
  pending?: PendingCard | null;
  special?: {
    [k: string]: unknown;
  };
  scores?: number[];
  points?: number[] | null;
  hands?: string[][] | null;
  round_over?: boolean;
  over?: boolean;
  winner?: number | null;
  winners?: number[];
}
/**
 * Who sits on a seat. ``bot`` is a level; ``away`` says why a bot plays for a person.
 */
export interface SeatInfo {
  name: string;
  ready: boolean;
  bot?: string;
  away?: "clock" | "connection" | "kept" | "left";
  contributed?: boolean;
}
/**
 * A card that has been played and whose effect is not settled.
 */
export interface PendingCard {
  card: string;
  seat: number;
  color_before: string | null;
}
/**
 * POST /api/games.
 */
export interface GameList {
  games: ListedTable[];
}
/**
 * A table in a list; ``seat`` is one's own. ``time`` is of the last thing that happened, in milliseconds.
 */
export interface ListedTable {
  table: string;
  edition: string;
  stage: "between" | "lobby" | "over" | "playing";
  seats: (SeatInfo | null)[];
  time: number;
  scores?: number[];
  winners?: number[];
  seat?: number;
}
/**
 * The first message on a WebSocket: who one is, and how many events one has seen.
 */
export interface Hello {
  token?: string;
  watch?: string;
  version?: number;
  events?: number;
}
/**
 * POST /api/join: by an invite or watch code, or (public tables) by the table's id.
 */
export interface Join {
  code?: string;
  table?: string;
  name?: string;
  token?: string;
}
/**
 * POST /api/join; who watches has neither seat nor token.
 */
export interface Joined {
  table: string;
  role: "play" | "watch";
  seat?: number;
  token?: string;
}
/**
 * POST /api/tables.
 */
export interface MadeTable {
  table: string;
  invite: string;
  watch: string;
  seat: number;
  token: string;
}
/**
 * Every later frame: what has changed. With ``id`` it acknowledges that command.
 */
export interface UpdateFrame {
  n: number;
  e: number;
  events?: GameEvent[];
  set?: State;
  said?: SaidLine[];
  id?: string;
}
/**
 * A line or an emote, just now.
 */
export interface SaidLine {
  seat: number;
  text?: string;
  emote?: string;
}
/**
 * A command that no frame acknowledges: it changed nothing, or was done before, as number ``ok``.
 */
export interface OkAnswer {
  id: string;
  ok: number;
  made?: TableCodes;
}
/**
 * A new table, and the codes that lead to it.
 */
export interface TableCodes {
  table: string;
  invite: string;
  watch: string;
}
/**
 * A command that is not done; over HTTP there is no ``id``.
 */
export interface RefusedAnswer {
  refused: RefusalInfo;
  id?: string;
}
/**
 * Why not: a code for programs, a sentence for people, the rule that says so.
 */
export interface RefusalInfo {
  code: string;
  text: string;
  rule?: string;
}
/**
 * Why a move is not allowed; null where it is.
 */
export interface WhyAnswer {
  id: string;
  why: RefusalInfo | null;
}
/**
 * The server's time in milliseconds.
 */
export interface PongAnswer {
  id: string;
  pong: number;
}
/**
 * POST /api/games: the games of these tokens.
 */
export interface MyGames {
  tokens: string[];
}
/**
 * An arranged position: the arguments of :meth:`lastcard.Game.arrange`.
 */
export interface Position {
  color?: string | null;
  dealer?: number | null;
  direction?: number;
  discard?: string[];
  draw?: string[];
  hands: string[][];
  rest?: boolean;
  scores?: number[] | null;
  top: string;
  turn?: number;
}
/**
 * The document. A move is ``[seat, text]`` or ``[seat, text, milliseconds]``; ``[null, "next round"]`` deals again.
 */
export interface Record {
  deck?: string[];
  edition: string;
  fair?: Fair;
  format: string;
  moves: unknown[][];
  names?: string[];
  options: {
    [k: string]: unknown;
  };
  players: number;
  position?: Position;
  rewritten?: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  rules_version: number;
  scores?: number[];
  seed: number | string;
  winners?: number[];
}
/**
 * GET /api/tables.
 */
export interface TableList {
  tables: ListedTable[];
}
