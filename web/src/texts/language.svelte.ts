import start from "./en.json?start";
import { BEFORE, type Part, type Texts } from "./parts";

export type Values = Record<string, string | number>;
interface Language extends Texts {
  code: string;
  /** The parts that are loaded. */
  has: Set<Part>;
}

// A language is two files: CODE.json has the texts of the client by key, and CODE.game.json translates what the server says,
// keyed by the English (tests/test_translations.py). Nothing lists them. The build (text-parts.ts) puts them into parts.
const files = {
  start: import.meta.glob<Texts>(["./??.json", "!./en.json"], { query: "?start", import: "default" }),
  home: import.meta.glob<Texts>("./??.json", { query: "?home", import: "default" }),
  table: import.meta.glob<Texts>("./??.json", { query: "?table", import: "default" }),
  playing: import.meta.glob<Texts>("./??.json", { query: "?playing", import: "default" }),
  rest: import.meta.glob<Texts>("./??.json", { query: "?rest", import: "default" }),
} satisfies Record<Part, unknown>;

/** The languages there are. */
export const LANGUAGES = ["en", ...Object.keys(files.start).map((path) => path.slice(2, 4))];

/** What a language calls itself. */
export function nameOf(code: string): string {
  return capital(new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code);
}

const wanted = new Set<Part>(["start"]);
const english: Language = { code: "en", has: new Set<Part>(["start"]), flat: { ...start.flat }, game: {} };
const languages: Record<string, Language> = { en: english };
let language = $state.raw(english);
/** The language in use, once all of it is loaded or can't be. */
let whole = $state("");
let chosen = "";
const plurals: Record<string, Intl.PluralRules> = {};

async function load(into: Language, parts: Iterable<Part>): Promise<void> {
  const missing = [...parts].filter((part) => !into.has.has(part));
  await Promise.all(
    missing.map(async (part) => {
      const { flat, game } = await files[part][`./${into.code}.json`]();
      Object.assign(into.flat, flat);
      Object.assign(into.game, game);
      into.has.add(part);
    }),
  );
}

/** Loads a part of the texts. */
export async function loadTexts(part: Part): Promise<void> {
  const parts: Part[] = [...BEFORE[part], part];
  for (const each of parts) wanted.add(each);
  const into = language;
  try {
    await load(into, parts);
  } finally {
    if (part === "rest" && into === language) whole = into.code;
  }
}

/** Waits until everything that the server says can be said in the player's language, if it can be loaded. */
export async function allTexts(): Promise<void> {
  if (language !== english) await loadTexts("rest").catch(() => undefined);
}

/** Loads a screen along with its texts: the build finds out which they are by the calls of this function. */
export async function withTexts<T>(screen: Promise<T>, part: Part = "rest"): Promise<T> {
  const [found] = await Promise.all([screen, loadTexts(part)]);
  return found;
}

function fill(text: string, values?: Values): string {
  if (!values) return text;
  // A name that ends with a mark of its own, such as "UNO Dare!", gets no period after it.
  return text.replace(/\{(\w+)\}(\.(?!\.))?/g, (_, name: string, period = "") => {
    const value = values[name] ?? `{${name}}`;
    const word = typeof value === "number" ? value.toLocaleString(language.code) : value;
    return /[!?…]$/.test(word) ? word : word + period;
  });
}

function form(n: number): string {
  return (plurals[language.code] ??= new Intl.PluralRules(language.code)).select(n);
}

/** A text in the player's language. `{n}` picks KEY_one or KEY_other if they exist. */
export function t(key: string, values?: Values): string {
  const { flat } = language;
  const exact = typeof values?.n === "number" ? `${key}_${form(values.n)}` : key;
  return fill(flat[exact] ?? flat[key] ?? flat[`${key}_other`] ?? key, values);
}

/** Whether a text exists. */
export function has(key: string): boolean {
  return key in language.flat;
}

/** A text from the server, translated if we can, with its `{placeholders}` filled in. It is empty until its part is loaded. */
export function game(text: string, values?: Values): string {
  const own = language.game[text];
  if (own === undefined && language !== english && whole !== language.code && /\p{L}/u.test(text.replace(/\{\w+\}/g, ""))) {
    void allTexts();
    return "";
  }
  return fill(own ?? text, values);
}

/** The text with its first letter capitalized. */
export function capital(text: string): string {
  return text && `${text[0]?.toLocaleUpperCase()}${text.slice(1)}`;
}

/** A list in words: "Ada, Bo, and Cleo". */
export function listed(words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(language.code, { type }).format(words);
}

/** The code of the language in use. */
export function languageCode(): string {
  return language.code;
}

/** Changes the language, and every text on the page follows. One that can't be loaded changes nothing. */
export async function speak(code: string): Promise<void> {
  chosen = LANGUAGES.includes(code) ? code : "en";
  const next = (languages[chosen] ??= { code: chosen, has: new Set(), flat: {}, game: {} });
  try {
    while (next.has.size < wanted.size) await load(next, wanted); // more may be wanted meanwhile
    if (next.code !== chosen) return; // another language was chosen meanwhile
    [language, whole] = [next, next.has.has("rest") ? next.code : ""];
  } catch {
    // The page stays as it is.
  }
  document.documentElement.lang = language.code;
}

/** The first of the browser's languages that we have. */
export function preferred(): string {
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}
