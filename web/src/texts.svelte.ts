import start from "./texts/en.json?start";

export type Values = Record<string, string | number>;
interface Language {
  flat: Record<string, string>;
  game: Record<string, string>;
}

export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };
const english: Language = { flat: { ...start }, game: {} };
const loaders: Record<string, () => Promise<Language>> = {
  en: async () => english,
  // What the server says has a file of its own, LANGUAGE.game.json: English text to translated text (tests/test_translations.py).
  de: async () => {
    const [flat, game] = await Promise.all([import("./texts/de.json"), import("./texts/de.game.json")]);
    return { flat: flat.default, game: game.default };
  },
};

let code = $state("en");
let language = $state.raw(english);
const plurals: Record<string, Intl.PluralRules> = {};

function fill(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)) : text;
}

function form(n: number): string {
  return (plurals[code] ??= new Intl.PluralRules(code)).select(n);
}

/** A text of the client in the chosen language; `{n}` chooses between KEY_one and KEY_other where there are such. */
export function t(key: string, values?: Values): string {
  const { flat } = language;
  const exact = typeof values?.n === "number" ? `${key}_${form(values.n)}` : key;
  const found = flat[exact] ?? flat[key] ?? flat[`${key}_other`] ?? english.flat[key];
  return fill(found ?? key, values);
}

/** A screen together with the texts that neither the first page nor a table needs. */
export async function withTexts<T>(screen: Promise<T>): Promise<T> {
  const [found, later] = await Promise.all([screen, import("./texts/en.json?later")]);
  Object.assign(english.flat, later.default);
  return found;
}

/** Whether there is such a text. */
export function has(key: string): boolean {
  return key in language.flat;
}

/** A text that the server gave, in the chosen language where it is known; then its `{placeholders}`. */
export function game(text: string, values?: Values): string {
  return fill(language.game[text] ?? text, values);
}

/** The code of the language in use. */
export function languageCode(): string {
  return code;
}

/** Changes the language; texts on the page follow by themselves. One that cannot be loaded is English. */
export async function speak(wanted: string): Promise<void> {
  const chosen = wanted in loaders ? wanted : "en";
  language = await loaders[chosen]().catch(() => english);
  code = language === english ? "en" : chosen;
  document.documentElement.lang = code;
}

/** The first of the browser's languages that there is. */
export function preferred(): string {
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in loaders) ?? "en";
}
