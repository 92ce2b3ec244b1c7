import start from "./en.json?start";

export type Values = Record<string, string | number>;
interface Language {
  flat: Record<string, string>;
  game: Record<string, string>;
}

const english: Language = { flat: { ...start }, game: {} };
// A language is two files: CODE.json has the texts of the client by key, and CODE.game.json translates what the server says,
// keyed by the English (tests/test_translations.py). Nothing lists them.
const flats = import.meta.glob<Record<string, string>>(["./??.json", "!./en.json"], { import: "default" });
const games = import.meta.glob<Record<string, string>>("./??.game.json", { import: "default" });

/** The languages there are. */
export const LANGUAGES = ["en", ...Object.keys(flats).map((path) => path.slice(2, 4))];

/** What a language calls itself. */
export function nameOf(code: string): string {
  return capital(new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code);
}

async function load(code: string): Promise<Language> {
  if (code === "en") return english;
  const [flat, game] = await Promise.all([flats[`./${code}.json`](), games[`./${code}.game.json`]()]);
  return { flat, game };
}

let code = $state("en");
let language = $state.raw(english);
const plurals: Record<string, Intl.PluralRules> = {};

function fill(text: string, values?: Values): string {
  if (!values) return text;
  // A name that ends with a mark of its own, such as "UNO Dare!", gets no period after it.
  return text.replace(/\{(\w+)\}(\.(?!\.))?/g, (_, name: string, period = "") => {
    const value = values[name] ?? `{${name}}`;
    const word = typeof value === "number" ? value.toLocaleString(code) : value;
    return /[!?…]$/.test(word) ? word : word + period;
  });
}

function form(n: number): string {
  return (plurals[code] ??= new Intl.PluralRules(code)).select(n);
}

/** A text in the player's language. `{n}` picks KEY_one or KEY_other if they exist. */
export function t(key: string, values?: Values): string {
  const { flat } = language;
  const exact = typeof values?.n === "number" ? `${key}_${form(values.n)}` : key;
  const found = flat[exact] ?? flat[key] ?? flat[`${key}_other`] ?? english.flat[key];
  return fill(found ?? key, values);
}

/** Loads a screen along with the texts that the home page and a table don't need. */
export async function withTexts<T>(screen: Promise<T>): Promise<T> {
  const [found, later] = await Promise.all([screen, import("./en.json?later")]);
  Object.assign(english.flat, later.default);
  return found;
}

/** Whether a text exists. */
export function has(key: string): boolean {
  return key in language.flat;
}

/** A text from the server, translated if we can, with its `{placeholders}` filled in. */
export function game(text: string, values?: Values): string {
  return fill(language.game[text] ?? text, values);
}

/** The text with its first letter capitalized. */
export function capital(text: string): string {
  return text && `${text[0]?.toLocaleUpperCase()}${text.slice(1)}`;
}

/** A list in words: "Ada, Bo, and Cleo". */
export function listed(words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(code, { type }).format(words);
}

/** The code of the language in use. */
export function languageCode(): string {
  return code;
}

/** Changes the language, and every text on the page follows. If it can't be loaded, English is used. */
export async function speak(wanted: string): Promise<void> {
  const chosen = LANGUAGES.includes(wanted) ? wanted : "en";
  language = await load(chosen).catch(() => english);
  code = language === english ? "en" : chosen;
  document.documentElement.lang = code;
}

/** The first of the browser's languages that we have. */
export function preferred(): string {
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => LANGUAGES.includes(tag)) ?? "en";
}
