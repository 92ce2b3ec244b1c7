// Written by scripts/wire-types from the server's schema: change src/lastcard/server/wire/messages.py or commands.py instead.

export type Command =
  | Move
  | Why
  | Hint
  | Ping
  | Chat
  | Emote
  | Face
  | Mute
  | Report
  | Silence
  | Keep
  | Extend
  | Back
  | Leave
  | Ready
  | Wait
  | Contribute
  | Veto
  | Bot
  | Remove
  | Change
  | Start
  | Rematch
  | Call
  | HangUp
  | Signal;
export type Message =
  | FirstFrame
  | UpdateFrame
  | OkAnswer
  | RefusedAnswer
  | WhyAnswer
  | HintAnswer
  | PongAnswer
  | CallAnswer
  | CallsFrame
  | SignalFrame
  | AnnouncementFrame;

/**
 * What the people who run the server tell everybody; an empty text takes it back.
 */
export interface AnnouncementFrame {
  announcement: string;
}
/**
 * Whatever ``allowed`` says, as JSON.
 */
export interface AnyForm {
  type: "any";
}
/**
 * POST /api/effects: what do these options change compared with the leaflet? A ``refined`` answer takes longer.
 */
export interface AskEffects {
  edition: string;
  players: number;
  options?: {
    [k: string]: unknown;
  };
  refined?: boolean;
}
/**
 * Take the seat back from the bot.
 */
export interface Back {
  do: "back";
  id?: string;
}
/**
 * The causes of a round's outcome, in parts of a win: an even share, skill (with its standard error), luck.
 */
export interface BalanceInfo {
  round: number;
  won: boolean;
  winner: number | null;
  even: number;
  skill: number;
  error: number;
  luck: number;
}
/**
 * GET /api/tables/{table}/best-move: the move of a seat that gained most over the obvious choice, and its standard error.
 *
 *     ``decision`` is null where none clearly did, and ``looked`` is false where the server cannot afford to look.
 */
export interface BestMove {
  looked: boolean;
  decision?: DecisionInfo | null;
  margin?: number;
  error?: number;
}
/**
 * A choice of the seat: what it played (null: let a chance pass), what would have been best, and what each was worth.
 *
 *     ``clear`` where the ``cost`` is more than the standard ``error`` of the difference explains. ``hard`` where a solid player
 *     would hardly have done better, so that it was hard to see, and no mistake. ``says`` with ``args`` is the reason for the best
 *     move.
 */
export interface DecisionInfo {
  number: number;
  round: number;
  played: string | null;
  best: string | null;
  win: number;
  best_win: number;
  usual: number;
  error: number;
  says: string;
  args: {
    [k: string]: unknown;
  };
  cost: number;
  clear: boolean;
  hard: boolean;
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
 * Join the table's call on this connection. A call on another connection of the same player ends.
 *
 *     ``again`` is the call's id from before the connection was lost, if this is the same call.
 */
export interface Call {
  do: "call";
  again?: string;
  id?: string;
}
/**
 * You are in the table's call, by this id. With ``relay``, browsers must not connect directly.
 */
export interface CallAnswer {
  id: string;
  call: string;
  ice: IceServer[];
  relay: boolean;
}
/**
 * A server that helps browsers find each other, in the form of RTCIceServer. What opens a relay is valid for some hours.
 */
export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}
/**
 * Someone in the table's call: the id that signals are addressed to, and the seat.
 */
export interface CallerInfo {
  call: string;
  seat: number;
}
/**
 * Everyone in the table's call, told to the players whenever that changes.
 */
export interface CallsFrame {
  calls: CallerInfo[];
}
/**
 * A way to reach a browser, in the form of RTCIceCandidateInit.
 */
export interface Candidate {
  candidate: string;
  sdpMid?: string | null;
  sdpMLineIndex?: number | null;
  usernameFragment?: string | null;
}
/**
 * A card that seat 0 plays on the top card, and what happens then, as that seat sees it.
 */
export interface CardExampleInfo {
  card: string;
  top: string;
  events: GameEvent[];
}
/**
 * An event as this viewer may see it. A card or word that the viewer may not see is left out.
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
 * A list of up to ``most_rows`` house rules, each with ``when``: one of these places, or a card of one color (``red-7``).
 *
 *     The rest is as in RulesForm, and ``library`` has ready-made rules to start from.
 */
export interface CardRulesForm {
  type: "card-rules";
  places: PlaceInfo[];
  who: PlaceInfo[];
  steps: StepInfo[];
  then: string;
  most_steps: number;
  most: number;
  longest_name: number;
  longest_text: number;
  most_rows: number;
  library: ReadyRule[];
}
/**
 * A key, and what it stands for.
 */
export interface PlaceInfo {
  value: string;
  says: string;
}
/**
 * A step of a house rule: whom it may be about (nobody if empty), and whether it takes a number from 1 on.
 *
 *     Its words are the first clause with the step's ``who`` and its ``n`` (or null). ``needs_text``: the rule needs a text.
 *     ``strip`` shows it in pictures, as those of table rules do. ``title`` is what it does, without whom and how many. It is
 *     empty if its words say neither.
 */
export interface StepInfo {
  does: string;
  who: string[];
  takes_n: boolean;
  needs_text: boolean;
  clauses: ClauseInfo[];
  strip: string;
  title: string;
}
/**
 * A step's words about someone, with a number. Null stands for nobody in particular, or any number. {n} is the number.
 *
 *     If ``text`` addresses the card's player as "you", ``other`` says the same to everybody else, and {seat} is that player.
 */
export interface ClauseInfo {
  who: string | null;
  n: number | null;
  text: string;
  other: string;
}
/**
 * A rule of the library: the cards it is meant for, and the rule as an option holds it.
 */
export interface ReadyRule {
  when: string;
  name: string;
  text: string;
  steps: {
    [k: string]: string | number;
  }[];
}
/**
 * GET /api/editions.
 */
export interface Catalog {
  version: number;
  levels: string[];
  emotes: string[];
  things: string[];
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
  phases: PhaseInfo[];
  shows: ShownInfo[];
  mood: Mood;
  options: OptionInfo[];
  groups: GroupInfo[];
  presets: PresetInfo[];
  rulebook: RuleInfo[];
  suggestions: {
    [k: string]: string[];
  };
  happenings: HappeningInfo[];
  lessons: LessonInfo[];
  tips: TipInfo[];
  primer: PrimerInfo;
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
 * A card as it is printed. ``color`` is null for a wild, and ``value`` is its points.
 *
 *     ``name`` is what the leaflet calls it, without color, emblem and number; ``face`` the same for programs. ``digits`` are the
 *     figures on it ("7", "+2"), ``glyph`` its drawing; with neither it shows its initials. ``does`` says what it does.
 */
export interface KindInfo {
  text: string;
  name: string;
  face: string;
  color: string | null;
  copies: number;
  value: number;
  does: SentenceInfo;
  symbol?: string;
  emblem?: string;
  number?: number;
  digits?: string;
  glyph?: string;
  foil?: boolean;
}
/**
 * A sentence with names in braces, and their values, as in a refusal.
 */
export interface SentenceInfo {
  says: string;
  args?: {
    [k: string]: unknown;
  };
}
/**
 * The first word of a move, what follows it, when it is allowed, and the text on its button.
 *
 *     ``chance``: it is made out of turn, and the game never waits for it. ``calls``: it may end with the word uno, which calls
 *     it. Two verbs may share a word, one with and one without something after it. ``at`` is where the move stands: on its card in
 *     the hand, on the draw pile, on the button to end a turn or to call UNO, or on the other seat; without it, the move answers a
 *     question. ``title`` is the heading of several such moves, and the text on a seat. ``stack``: it draws what draw cards have
 *     added up to. ``social``: people say, do or judge something.
 */
export interface VerbInfo {
  word: string;
  takes: "" | "card" | "card color" | "color" | "seat" | "text" | "word";
  rule: string;
  when: string;
  words: string[];
  says: string;
  chance: boolean;
  calls: boolean;
  at: "" | "call" | "end" | "hand" | "pile" | "seat";
  title: string;
  stack: boolean;
  social: boolean;
}
/**
 * A phase: the question for the seats that it waits for, and the line for the others, with {seats} for those it waits for.
 *
 *     In ``asks``, {seat} and {card} stand for the pending card's player and its name. ``offers`` has other words for a player who
 *     can only do some of what it offers, by the verbs that are left. ``aloud``: the awaited player performs.
 */
export interface PhaseInfo {
  name: string;
  asks: string;
  waits: string;
  aloud: boolean;
  offers: {
    [k: string]: string;
  };
}
/**
 * A field of the state's ``special``, and its sentence: {it} stands for the value, and {seat} for the seat it belongs to.
 *
 *     ``you`` is the sentence for the player whom the field is about; if it is empty, ``says`` is for everyone. A dare is an
 *     object of number, text and lasting; a rule is a house rule as the options have it. "… by seat" is an object with a seat as
 *     each key. Cards that turned out well or badly for their players have a ``sign``, and a ``label`` that says it in words.
 */
export interface ShownInfo {
  name: string;
  holds: "card" | "card by seat" | "dare" | "dare by seat" | "number" | "number by seat" | "rule" | "seat" | "text" | "texts";
  says: string;
  you: string;
  sign: "" | "no" | "yes";
  label: string;
}
/**
 * The look of an edition: colors, starting with the background, and the pattern on card backs.
 */
export interface Mood {
  colors: string[];
  pattern: "checks" | "grid" | "rays" | "rings" | "stars" | "waves";
}
/**
 * One of a table's choices; ``form`` says which values it takes, ``rule`` which rule it is about (or empty).
 *
 *     A table rule has a ``group``, and is in a table's options only if it differs from the leaflet. It has a ``title``, an
 *     ``example``, and a sentence for each such value as text (``told``; that of ``n`` is for other numbers, with {n}).
 *     ``strips`` say the same in pictures, as rows of words: cards, signs and a few letters.
 *     ``quick`` is what quick play chooses, or null for the default. ``changes`` are the leaflet's rules that a table with this
 *     rule no longer plays as they are written, and ``brings`` those that it plays by instead.
 */
export interface OptionInfo {
  name: string;
  default: unknown;
  about: string;
  allowed: string;
  between_rounds: boolean;
  rule: string;
  form: ChoiceForm | FlagForm | NumberForm | SeatForm | RulesForm | CardRulesForm | DaresForm | AnyForm;
  group: string;
  quick: unknown;
  title: string;
  told: {
    [k: string]: string;
  };
  example: string;
  strips: {
    [k: string]: string;
  };
  changes: string[];
  brings: string[];
}
/**
 * One of some values.
 */
export interface ChoiceForm {
  type: "choice";
  values: ValueInfo[];
}
/**
 * A value, and what it means. It may be a list: of ``items``, or of what is ``written`` in the option of that name.
 */
export interface ValueInfo {
  value: string | boolean | number;
  says: string;
  items?: ItemInfo[];
  written?: string;
}
/**
 * An item of a list, such as a dare. Items are numbered from 1, and vetoed by that number.
 */
export interface ItemInfo {
  text: string;
  lasting: boolean;
}
/**
 * True or false.
 */
export interface FlagForm {
  type: "flag";
}
/**
 * A whole number, or null for what ``none`` says.
 */
export interface NumberForm {
  type: "number";
  low: number;
  high: number;
  none: string;
}
/**
 * A seat, or null for what ``none`` says.
 */
export interface SeatForm {
  type: "seat";
  none: string;
}
/**
 * An object with a house rule, or null, at each of some places: ``name``, ``text`` and ``steps`` (does, who, n).
 *
 *     Its sentence is the steps' clauses with ``then`` between them.
 */
export interface RulesForm {
  type: "rules";
  places: PlaceInfo[];
  who: PlaceInfo[];
  steps: StepInfo[];
  then: string;
  most_steps: number;
  most: number;
  longest_name: number;
  longest_text: number;
}
/**
 * A list of up to ``places`` dares: objects of text and lasting, or null.
 */
export interface DaresForm {
  type: "dares";
  places: number;
  longest_text: number;
}
/**
 * A group of table rules, and its heading.
 */
export interface GroupInfo {
  name: string;
  says: string;
}
/**
 * Table rules that go together. All others are the leaflet's. ``left_out`` has the titles of those it cannot apply here.
 */
export interface PresetInfo {
  id: string;
  name: string;
  says: string;
  options: {
    [k: string]: unknown;
  };
  left_out: string[];
}
/**
 * A rule. ``ruling`` is true if the leaflet leaves it open and we decided it, ``table`` if tables may choose it.
 */
export interface RuleInfo {
  id: string;
  text: string;
  ruling: boolean;
  table: boolean;
}
/**
 * The meaning of an event: ``says`` is its sentence, ``moves`` how it moves cards, ``secret`` who may see its card.
 *
 *     ``you`` replaces the sentence for the event's own seat, and ``to_you`` for the other seat. ``spoken`` are its ``words`` as
 *     sentences say them, if that differs.
 *
 *     The rest is how to show it: what it looks like, where (seat, to, discard, table), its sound, its weight from 0 (nothing) to
 *     3 (before all others), and the caption to shout: one text, or one for each of its ``words``.
 */
export interface HappeningInfo {
  name: string;
  says: string;
  moves: string;
  secret: string;
  look: string;
  at: string;
  sound: string;
  weight: number;
  shout: string[];
  words: string[];
  you?: string;
  to_you?: string;
  spoken?: string[];
}
/**
 * A lesson: its title, the ids of the rules it teaches, and how many steps it has.
 */
export interface LessonInfo {
  id: string;
  title: string;
  rules: string[];
  steps: number;
}
/**
 * A sentence for the first time that the event ``happens`` to a player, or that a move is offered to them.
 *
 *     ``hits`` says whom the event has to happen to: its seat, its "to", or anyone (""). In ``offers`` and ``without``, … stands
 *     for anything, and the player may have no move like ``without``.
 */
export interface TipInfo {
  id: string;
  says: string;
  happens: string;
  hits: string;
  offers: string;
  without: string;
}
/**
 * The game in a few sentences, and examples: cards of a hand for a card on the pile, and cards that do something.
 */
export interface PrimerInfo {
  goal: string;
  turn: string;
  draw: string;
  uno: string;
  top: string;
  examples: ExampleInfo[];
  cards: CardExampleInfo[];
}
/**
 * A card of the primer's example: whether it may be played on the top card, and why.
 */
export interface ExampleInfo {
  card: string;
  plays: boolean;
  says: string;
}
/**
 * The chance to win the round after this many moves of the record, and its standard error.
 */
export interface ChanceInfo {
  number: number;
  round: number;
  win: number;
  error: number;
}
/**
 * Host: change options or seats before the start, what the edition allows between rounds, and settings at any time.
 *
 *     Anything that isn't named stays as it is.
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
 * The settings that a host changes. The others stay as they are.
 */
export interface SomeSettings {
  clock?: 0 | 15 | 30 | 60 | 120;
  grace?: number;
  pace?: "fast" | "human";
  chat?: boolean | "emotes";
  watchers?: boolean;
  public?: boolean;
  hints?: boolean;
  window?: 0 | 4 | 10;
  room?: boolean;
  family?: boolean;
  media?: "off" | "video" | "voice";
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
 * Ask what the strongest bot would do in this seat, and why. Only the player who asks is told.
 */
export interface Hint {
  do: "hint";
  id?: string;
}
/**
 * Check that the server is there. It is answered at once.
 */
export interface Ping {
  do: "ping";
  id?: string;
}
/**
 * Send one of the quick emotes. With ``at``, throw one of the things at the player in that seat instead.
 */
export interface Emote {
  do: "emote";
  emote: string;
  at?: number | null;
  id?: string;
}
/**
 * Pick another face, by its number; 0 is the one drawn from the name.
 */
export interface Face {
  do: "face";
  face: number;
  id?: string;
}
/**
 * Stop hearing what another player says, emotes included. With ``on`` false, hear it again.
 */
export interface Mute {
  do: "mute";
  seat: number;
  on?: boolean;
  id?: string;
}
/**
 * Tell the host about another player, and nobody else.
 */
export interface Report {
  do: "report";
  seat: number;
  why?: "conduct" | "name" | "words";
  id?: string;
}
/**
 * Host: keep everyone from hearing what a player says, emotes included. With ``on`` false, they hear it again.
 */
export interface Silence {
  do: "silence";
  seat: number;
  on?: boolean;
  id?: string;
}
/**
 * Vote to let the bot keep an absent player's seat for good.
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
 * Agree to the options with this digest, including house rules and dares, and get ready.
 */
export interface Ready {
  do: "ready";
  digest: string;
  id?: string;
}
/**
 * Stop the countdown to the next deal, which then waits until everyone is ready.
 */
export interface Wait {
  do: "wait";
  id?: string;
}
/**
 * Add your own randomness to the deal: up to 64 hex digits.
 */
export interface Contribute {
  do: "contribute";
  hex: string;
  id?: string;
}
/**
 * Rule out dares, by number, that this player won't do.
 */
export interface Veto {
  do: "veto";
  dares: number[];
  id?: string;
}
/**
 * Host: free a seat before the start. ``for_good`` at any time: the player can't come back, and a bot plays on.
 */
export interface Remove {
  do: "remove";
  seat: number;
  for_good?: boolean;
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
 * Play another game with the same people.
 */
export interface Rematch {
  do: "rematch";
  id?: string;
}
/**
 * Leave the table's call.
 */
export interface HangUp {
  do: "hang-up";
  id?: string;
}
/**
 * Hand an offer, an answer or candidates to the browser with the call id ``to``. The server keeps nothing of it.
 */
export interface Signal {
  do: "signal";
  to: string;
  kind: "answer" | "candidates" | "offer";
  sdp?: string;
  /**
   * @maxItems 32
   */
  candidates?: Candidate[];
  id?: string;
}
/**
 * A sentence about what some of a seat's moves cost or bring. ``moves`` are their indexes in the state's ``moves``.
 */
export interface ConsequenceInfo {
  says: string;
  args?: {
    [k: string]: unknown;
  };
  moves: number[];
}
/**
 * POST /api/tables. ``bots`` are levels, for the seats after the host's. ``token`` is one that the client already has.
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
  face?: number;
}
/**
 * The settings of a table; the rules are in its options. ``clock`` is in seconds (0: off), ``grace`` in milliseconds.
 *
 *     A card that can only be accepted or blocked takes effect by itself after ``window`` seconds (0: its player is asked).
 *     ``hints`` lets players ask what the strongest bot would do. ``chat`` is on, off, or for emotes alone. A table whose players
 *     are in one ``room`` has a board on a large screen, and phones show hands. A ``family`` table has nothing that strangers or
 *     players could write, and only dares for all ages: see :mod:`lastcard.server.table.family`.
 *     ``media`` says whether players may talk, and see each other.
 */
export interface Settings {
  clock?: 0 | 15 | 30 | 60 | 120;
  grace?: number;
  pace?: "fast" | "human";
  chat?: boolean | "emotes";
  watchers?: boolean;
  public?: boolean;
  hints?: boolean;
  window?: 0 | 4 | 10;
  room?: boolean;
  family?: boolean;
  media?: "off" | "video" | "voice";
}
/**
 * POST /api/effects: what a table's rules change against the leaflet, with steady players in all seats.
 *
 *     ``final`` means that a later answer would not be more precise. ``rounds`` is how many were played by each set of rules.
 */
export interface Effects {
  edition: string;
  players: number;
  rounds: number;
  final: boolean;
  turn_seconds: number;
  answer_seconds: number;
  says: SaidInfo[];
  figures: FigureInfo[];
}
/**
 * A sentence with names in braces, and their values.
 */
export interface SaidInfo {
  says: string;
  args: {
    [k: string]: unknown;
  };
}
/**
 * A measure of rounds by the leaflet and by the table's rules. ``says`` is what it measures. A ``share`` is a fraction.
 *
 *     ``change`` is the difference relative to the leaflet's figure, or for a share the plain difference. It is ``clear`` if it is
 *     larger than its margin.
 */
export interface FigureInfo {
  name: string;
  title: string;
  says: string;
  share: boolean;
  leaflet: LastcardLabEffectFormsEstimateInfo;
  table: LastcardLabEffectFormsEstimateInfo;
  change: LastcardLabEffectFormsEstimateInfo;
  clear: boolean;
}
/**
 * A mean, and half the width of its 95% interval.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "lastcard.lab.effect_forms.EstimateInfo".
 */
export interface LastcardLabEffectFormsEstimateInfo {
  mean: number;
  margin: number;
}
/**
 * The origin of a fair deal's seed, in hex: the commitment given before, the secret, and what each seat added.
 *
 *     ``scheme`` says how they are combined (1 if missing), and ``table`` at which table (none if missing).
 */
export interface Fair {
  commitment: string;
  contributions: string[];
  scheme?: number;
  secret: string;
  table?: string;
}
/**
 * The first frame of a connection, with the whole state.
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
 * Everything that a viewer knows about a table. Before the first deal there is no game in it. ``fair`` comes at the end.
 *
 *     Keys of ``clocks`` and ``known`` are seats. The next round is dealt by itself at ``deal_at``, and the card that was played
 *     takes effect by itself at ``answer_at``, in milliseconds. ``special`` holds what the edition's own cards show; the catalog
 *     says what its fields hold.
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
  scheme?: number;
  you?: number | null;
  stage?: "between" | "lobby" | "over" | "playing";
  seats?: (SeatInfo | null)[];
  host?: number | null;
  rematch?: string;
  tonight?: TonightLine[];
  deal_at?: number | null;
  answer_at?: number | null;
  clocks?: {
    [k: string]: number;
  };
  vetoes?: number[];
  muted?: number[];
  reports?: ReportInfo[];
  moves?: string[];
  consequences?: ConsequenceInfo[];
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
 * A seat and its player. ``bot`` is a level, and ``away`` says why a bot plays for a person.
 *
 *     ``face`` is the number of the face that a person picked; without it, the face is drawn from the name. ``offline`` says that
 *     a person has just lost the connection and has some seconds to come back. ``silenced`` says that the host has muted them.
 */
export interface SeatInfo {
  name: string;
  ready: boolean;
  face?: number;
  bot?: string;
  away?: "clock" | "connection" | "kept" | "left";
  offline?: boolean;
  contributed?: boolean;
  silenced?: boolean;
}
/**
 * Someone's wins tonight, over a game and its rematches. ``seat`` is where they sit now, if they do.
 */
export interface TonightLine {
  name: string;
  games: number;
  won: number;
  points: number;
  seat?: number;
}
/**
 * What a player told the host about another one. ``n`` is its number, and ``name`` the player's name at that time.
 */
export interface ReportInfo {
  n: number;
  seat: number;
  name: string;
  by: string;
  why: string;
}
/**
 * A card that has been played and whose effect is not settled.
 *
 *     At a table that stacks, ``sum`` is how many cards the seat ``hit`` has to take, and ``answers`` are the cards that the
 *     rules let anybody put on it.
 */
export interface PendingCard {
  card: string;
  seat: number;
  color_before: string | null;
  sum?: number | null;
  hit?: number | null;
  answers?: string[] | null;
}
/**
 * POST /api/games.
 */
export interface GameList {
  games: ListedTable[];
}
/**
 * A table in a list. ``seat`` is the viewer's own. ``time`` is when something last happened there, in milliseconds.
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
 * The first message on a WebSocket: who is there, and how many events they have seen.
 */
export interface Hello {
  token?: string;
  watch?: string;
  version?: number;
  events?: number;
}
/**
 * A hint, sent only to the player who asked for it.
 */
export interface HintAnswer {
  id: string;
  hint: HintInfo;
}
/**
 * The strongest bot's move (null: nothing), and why: a sentence with its arguments in braces.
 */
export interface HintInfo {
  move: string | null;
  says: string;
  args: {
    [k: string]: unknown;
  };
  estimates: LastcardServerWireMessagesEstimateInfo[];
}
/**
 * The result of trying a move (null: letting a chance pass): the chance to win the round, and its error.
 *
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "lastcard.server.wire.messages.EstimateInfo".
 */
export interface LastcardServerWireMessagesEstimateInfo {
  move: string | null;
  chance: number;
  error: number;
}
/**
 * POST /api/invite: what someone with an invite code may know before sitting down. ``free`` counts the seats they can take.
 *
 *     ``called`` is what the table would call them, if they gave a name: with a number if somebody there has it.
 *     If the game has a rematch, it is about the rematch.
 */
export interface InviteInfo {
  table: string;
  edition: string;
  stage: "between" | "lobby" | "over" | "playing";
  seats: (SeatInfo | null)[];
  host: number | null;
  options: {
    [k: string]: unknown;
  };
  free: number;
  called?: string;
}
/**
 * POST /api/invite: an invite code, and the name that the newcomer would like.
 */
export interface Invited {
  code: string;
  name?: string;
}
/**
 * POST /api/join: by an invite or watch code, or (public tables) by the table's id.
 */
export interface Join {
  code?: string;
  table?: string;
  name?: string;
  token?: string;
  face?: number;
}
/**
 * POST /api/join. A spectator gets neither a seat nor a token.
 */
export interface Joined {
  table: string;
  role: "play" | "watch";
  seat?: number;
  token?: string;
}
/**
 * POST /api/lessons: a lesson from a step on, and the learner's moves since then. An empty move goes on after reading.
 */
export interface Learn {
  edition: string;
  lesson: string;
  moves?: string[];
  step?: number;
  name?: string;
}
/**
 * POST /api/lessons: where the learner is, the moves that lead on (if any), and what happened since the last one.
 *
 *     ``outcome`` explains what came of the move before the position changes.
 */
export interface LessonMoment {
  step: number;
  steps: number;
  over: boolean;
  wants: string[];
  frames: ReplayFrame[];
  says?: SentenceInfo;
  outcome?: SentenceInfo;
}
/**
 * A moment of a finished game: the first one has the whole state, the others what has changed.
 */
export interface ReplayFrame {
  n: number;
  e: number;
  events: GameEvent[];
  set: State;
  made?: MadeMove;
}
/**
 * The move that led to a frame of a replay. A deal, or the end of the game, has no seat. ``at`` is in milliseconds.
 */
export interface MadeMove {
  seat: number | null;
  move: string;
  at?: number;
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
 * A later frame, with what has changed. With an ``id`` it acknowledges that command.
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
 * A line or an emote that was just sent. With ``at``, the emote is a thing thrown at that seat.
 */
export interface SaidLine {
  seat: number;
  text?: string;
  emote?: string;
  at?: number;
}
/**
 * The answer to a command that no frame acknowledges: it changed nothing, or was already done, as number ``ok``.
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
 * A command that was refused. Over HTTP there is no ``id``.
 */
export interface RefusedAnswer {
  refused: RefusalInfo;
  id?: string;
}
/**
 * A reason why not: a code for programs, a sentence for people, and the rule behind it.
 *
 *     ``says`` is the sentence with names in braces and ``args`` what they stand for: ``seat`` is the number of one and ``seats``
 *     of some, ``card``, ``color`` and ``symbol`` are texts of cards, ``word`` is a verb and ``when`` its words in the catalog.
 */
export interface RefusalInfo {
  code: string;
  text: string;
  says?: string;
  args?: {
    [k: string]: unknown;
  };
  rule?: string;
}
/**
 * The reason why a move is not allowed, or null if it is.
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
 * An offer, an answer or candidates from the browser with this call id.
 */
export interface SignalFrame {
  from: string;
  kind: "answer" | "candidates" | "offer";
  sdp?: string;
  candidates?: Candidate[];
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
 *
 *     ``[null, "end"]`` ends a game that went on too long, which the scores so far decided.
 */
export interface Record {
  deck?: string[];
  edition: string;
  faces?: number[];
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
 * GET /api/tables/{table}/replay and POST /api/replay: a frame for the first deal and one for every move.
 */
export interface Replay {
  frames: ReplayFrame[];
  shuffles: ShuffleInfo[];
}
/**
 * A shuffle of a fair deal: its round and number, how many cards at the end it mixed, the pile before and after.
 */
export interface ShuffleInfo {
  round: number;
  number: number;
  top: number;
  before: string[];
  after: string[];
}
/**
 * GET /api/tables/{table}/review and POST /api/review: a game from what one seat knew.
 *
 *     ``best_move`` is what the search for the best move alone finds.
 */
export interface Review {
  edition: string;
  seat: number;
  players: number;
  names: string[] | null;
  chances: ChanceInfo[];
  decisions: DecisionInfo[];
  best_move: BestMove;
  balances: BalanceInfo[];
}
/**
 * How far a review has come: how many of the game's moves it has looked at, and what it found since the last part.
 */
export interface ReviewPart {
  looked: number;
  moves: number;
  chances: ChanceInfo[];
  decisions: DecisionInfo[];
}
/**
 * GET /api/tables.
 */
export interface TableList {
  tables: ListedTable[];
}
