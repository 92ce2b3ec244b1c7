/** Tips: one sentence the first time that something happens to a player, or may be done. The words come from the catalog. */
import { read, write } from "../browser/storage";
import { hash } from "../cards/moods";
import type { Option, Options } from "../options/options";
import { inForce } from "../options/table-rules";
import type * as Wire from "../wire";

const SEEN = "tips";
const OFFERED = "lessons-offered";

export const seenTips = (): string[] => read<string[]>(SEEN, []);
export const keepTip = (id: string): void => write(SEEN, [...new Set([...seenTips(), id])]);

/** Whether a move is like a pattern, in which … stands for anything. */
function isLike(move: string, pattern: string): boolean {
  const [begin, end = ""] = pattern.split("…");
  if (!pattern.includes("…")) return move === pattern;
  return move.length > begin.length + end.length && move.startsWith(begin) && move.endsWith(end);
}

/** Whether one of these moves is like a tip's pattern. Otherwise the chance that the tip is about is gone. */
export const isOffered = (pattern: string, moves: readonly string[]): boolean => moves.some((move) => isLike(move, pattern));

/** The first of these tips that is due for a seat after these events and with these moves, and hasn't been seen. */
export function tipFor(
  tips: readonly Wire.TipInfo[],
  you: number,
  events: readonly Wire.GameEvent[],
  moves: readonly string[],
  seen: readonly string[],
): Wire.TipInfo | undefined {
  const offered = (pattern: string): boolean => isOffered(pattern, moves);
  return tips.find(({ id, happens, hits, offers, without }) => {
    if (seen.includes(id)) return false;
    if (!happens) return offered(offers) && !(without && offered(without));
    return events.some((event) => event.what === happens && (!hits || (hits === "to" ? event.to : event.seat) === you));
  });
}

/** What a browser remembers of a changed rule that it has told about. Rules on cards are told again if they are others. */
const told = ({ name, form }: Option, values: Options): string =>
  form.type.endsWith("rules") ? `rule-${name}-${hash(JSON.stringify(values[name]))}` : `rule-${name}`;

/** The rules of a table that this browser's player hasn't been told about. From now on they have. */
export function newRules(options: readonly Option[], values: Options): Option[] {
  const seen = seenTips();
  const found = inForce(options, values).filter((option) => !seen.includes(told(option, values)));
  for (const option of found) keepTip(told(option, values));
  return found;
}

/** The address of a lesson about one of these rules, of this edition or of another one, or "". */
export function lessonAbout(rules: readonly Option[], own: Wire.EditionInfo, all: readonly Wire.EditionInfo[]): string {
  for (const { rule = "" } of rules)
    for (const { id, lessons } of [own, ...all]) {
      const lesson = lessons.find(({ rules: taught }) => taught[0] === rule);
      if (lesson) return `#learn=${id}&lesson=${lesson.id}`;
    }
  return "";
}

/** Whether an edition's lesson is to be offered: once, in the first game of the edition. */
export function offersLesson({ id, lessons }: Wire.EditionInfo): boolean {
  const known = read<Record<string, unknown>>("lessons", {});
  const isKnown = lessons.some((lesson) => `${id} ${lesson.id}` in known);
  return lessons.length > 0 && !isKnown && !read<string[]>(OFFERED, []).includes(id);
}

export const keepOffered = (edition: string): void => write(OFFERED, [...new Set([...read<string[]>(OFFERED, []), edition])]);
