/** Search by plain words: "zero" finds 0 too, "plus four" a Wild Draw Four, and "cards" a card. */
import { t } from ".";

/** Lower case without accents. Every letter keeps its place. */
const folded = (text: string): string => text.toLowerCase().replace(/[^\0-\x7f]/g, (letter) => letter.normalize("NFD")[0]);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const listed = (key: string, by: string): string[] => folded(t(key)).split(by);
const LEAST = 3; // letters that an ending leaves

/** A word as it was typed, and without its endings. */
function stems(word: string): string[] {
  const ends = listed("rules.endings", " ").filter((end) => word.endsWith(end) && word.length >= end.length + LEAST);
  return [word, ...ends.map((end) => word.slice(0, -end.length))];
}

/** A pattern for a word of the search, or for one that means the same. A number is never a part of another. */
function pattern(word: string): string {
  const own = stems(word);
  const others = listed("rules.same-words", "|")
    .map((group) => group.split(" "))
    .filter((group) => group.some((one) => own.includes(one)))
    .flat();
  const typed = /\d/.test(word) ? [] : own.map(escaped);
  const alike = [...(typed.length ? [] : [word]), ...others].map((one) =>
    /\d/.test(one) ? `(?<![\\d.,])${one}(?![\\d]|[.,]\\d)` : /\p{L}/u.test(one) ? `(?<!\\p{L})${escaped(one)}` : escaped(one),
  );
  return [...typed, ...alike].join("|");
}

/** One pattern for each word of a search. */
const patterns = (wanted: string): string[] => (folded(wanted).match(/\p{L}+|\d+|\S/gu) ?? []).map(pattern);

/** Makes a test for texts that contain every word of a search. */
export function finder(wanted: string): (text: string) => boolean {
  const all = patterns(wanted).map((source) => new RegExp(source, "u"));
  return (text) => all.every((each) => each.test(folded(text)));
}

/** A text in parts: at odd places stands what matches a word of a search. */
export function found(text: string, wanted: string): string[] {
  const all = patterns(wanted);
  if (!all.length) return [text];
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: match } of folded(text).matchAll(new RegExp(`(?:${all.join("|")})+`, "gu"))) {
    parts.push(text.slice(at, index), text.slice(index, index + match.length));
    at = index + match.length;
  }
  return [...parts, text.slice(at)];
}
