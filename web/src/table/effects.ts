/** What a scene dramatizes: one caption with its victim, and the looks around it. Pure: looks come from the catalog. */
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import type * as Wire from "../wire";
import type { Place } from "./motion";

export interface Effect {
  look: string;
  /** Where it shows: a seat, the discard pile, or the whole table. */
  at: Place | "table";
  /** What it says, or "" if it only moves. */
  shout: string;
  /** The player it happens to. */
  victim?: number;
  /** The card that did it. */
  card?: string;
  color?: string;
  text?: string;
  n?: number;
  /** How many cards the victim, or `drawer`, draws. */
  count: number;
  drawer?: number;
  weight: number;
  /** What happened, and the word of a verdict. */
  what?: string;
  word?: string;
}

/** Whether cards lie open that turned out well or badly for their players: everyone sees them in the middle of the table. */
export const hasOutcome = (book: EditionBook, { special }: TableState): boolean =>
  book.info.shows.some(({ name, sign }) => sign && special?.[name]);

/** When an effect is over, in milliseconds at normal speed. An effect that waits for its card is shorter, but no later. */
export const EFFECT = 880;
const CAPTION = 2;

type Event = Wire.GameEvent;

function effectOf(info: Wire.HappeningInfo, event: Event): Effect {
  const { look, at, weight, shout, words } = info;
  const seat = at === "to" ? event.to : event.seat;
  const said = shout[Math.max(0, words.indexOf(event.word ?? ""))] ?? shout[0] ?? "";
  return {
    look,
    at: at === "discard" || at === "table" || seat === undefined ? (at === "discard" ? "discard" : "table") : seat,
    shout: weight >= CAPTION ? said : "",
    victim: seat,
    card: event.card,
    color: event.color,
    text: event.text,
    n: event.n,
    count: 0,
    weight,
    what: event.what,
    word: event.word,
  };
}

/** The effects of one event: its own, and those of a call or a color that came with it. */
function effectsOf(book: EditionBook, event: Event): Effect[] {
  const named = [event.what, event.uno ? "called" : "", event.color && event.what !== "named" ? "named" : ""];
  return named.flatMap((name) => {
    const info = book.happening(name);
    return info?.look ? [effectOf(info, event)] : [];
  });
}

/** The longest run of two or more cards that one seat draws. */
function drawn(book: EditionBook, events: readonly Event[]): { seat: number; n: number } | null {
  const runs: { seat: number; n: number }[] = [];
  for (const { what, seat } of events) {
    if (seat === undefined || book.happening(what)?.look !== "rain") continue;
    const run = runs.at(-1);
    if (run?.seat === seat) run.n++;
    else runs.push({ seat, n: 1 });
  }
  return runs.filter(({ n }) => n > 1).sort((a, b) => b.n - a.n)[0] ?? null;
}

/** Everything a scene shows apart from flying cards: the looks in the order of their events, the heaviest with the only caption. */
export function effects(book: EditionBook, events: readonly Event[]): Effect[] {
  const all = events.flatMap((event) => effectsOf(book, event));
  const rain = drawn(book, events);
  const looks = all.filter(({ look }) => !["flight", "rain"].includes(look));
  const main = all
    .filter(({ shout }) => shout)
    .reduce<Effect | null>((best, each) => (each.weight >= (best?.weight ?? 0) ? each : best), null);
  const card = events.find(({ what, card }) => card && book.happening(what)?.moves === "out")?.card;
  const captions: Effect[] = [];
  if (rain && (!main || main.weight <= CAPTION)) {
    const about = { look: "rain", at: rain.seat, victim: rain.seat, count: rain.n, drawer: rain.seat, weight: CAPTION };
    captions.push({ ...about, card, shout: `+${rain.n}`, text: main?.shout });
  } else if (main) captions.push({ ...main, card: main.card ?? card, count: rain?.n ?? 0, drawer: rain?.seat });
  const silent = looks.filter((each) => each !== main).map((each) => ({ ...each, shout: "" }));
  return [...silent, ...captions];
}

/** The sounds of a scene: the heaviest effect's last, and each once. */
export function soundsOf(book: EditionBook, events: readonly Event[]): string[] {
  const infos = events.flatMap((event) =>
    [event.what, event.uno ? "called" : "", event.color ? "named" : ""].flatMap((name) => book.happening(name) ?? []),
  );
  const loud = infos.filter(({ sound, weight }) => sound && weight > 0).sort((a, b) => a.weight - b.weight);
  return [...new Set(loud.map(({ sound }) => sound))].slice(-2);
}
