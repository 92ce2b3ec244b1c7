// A table's options in plain words, and how the page asks for each.
import { capital, game, t } from "../texts";
import type { CardRulesForm, RulesForm } from "./house-rules";

export interface Dare {
  text: string;
  lasting: boolean;
}

/** Whether the page has to add how long a dare lasts. The ready-made ones say it themselves, and their English is the key. */
export const lastsUnsaid = ({ text, lasting }: Dare): boolean =>
  lasting && !["until your next turn", t("dare.lasting")].some((words) => text.toLowerCase().includes(words));

/** A value you can choose. Some stand for a list: their own, or one that the table writes in another option. */
export interface Choice {
  value: unknown;
  says: string;
  items?: Dare[];
  written?: string;
}

export interface DaresForm {
  type: "dares";
  places: number;
  longest_text: number;
}

/** How the page asks for an option, from the catalog. */
export type Form =
  | { type: "choice"; values: Choice[] }
  | { type: "flag" }
  | { type: "number"; low: number; high: number; none: string }
  | { type: "seat"; none: string }
  | { type: "any" }
  | RulesForm
  | CardRulesForm
  | DaresForm;

export interface Option {
  name: string;
  about: string;
  rule?: string;
  default?: unknown;
  form: Form;
  between_rounds: boolean;
  /** A table rule's group in the catalog, its title, its sentence for each value that differs from the leaflet, an example. */
  group?: string;
  title?: string;
  told?: Record<string, string>;
  example?: string;
  /** The sentences in pictures (strips.ts). */
  strips?: Record<string, string>;
  /** The leaflet's rules that a table with this rule no longer plays as they are written, and those it plays by instead. */
  changes?: string[];
  brings?: string[];
}

export type Options = Record<string, unknown>;

/** What an option is about, capitalized. */
export const about = (option: Option): string => capital(game(option.about));

/** An option's value in words. Rules and dares are only counted. `name` gives a seat's name. */
export function valueWords(form: Form, value: unknown, name: (seat: number) => string): string {
  switch (form.type) {
    case "flag":
      return t(value ? "option.yes" : "option.no");
    case "choice":
      return capital(game(form.values.find((choice) => choice.value === value)?.says ?? String(value)));
    case "number":
      return typeof value === "number" ? String(value) : capital(game(form.none));
    case "seat":
      return typeof value === "number" ? name(value) : capital(game(form.none));
    case "rules":
      return rulesWritten(Object.values((value ?? {}) as object).filter(Boolean).length);
    case "card-rules":
      return rulesWritten(((value ?? []) as unknown[]).length);
    case "dares":
      return t("option.dares", { n: ((value ?? []) as unknown[]).filter(Boolean).length });
    case "any":
      return value === null || value === undefined ? t("option.none") : JSON.stringify(value);
  }
}

/** Whether two values of an option are the same. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!value || typeof value !== "object") return value ?? null;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

/** The options whose value differs between two states of a table. */
export function changes(options: Option[], before: Options | null, now: Options): Option[] {
  return before ? options.filter((option) => !same(before[option.name], now[option.name])) : [];
}

/** The whole number in a text, or null if there isn't one or it is out of range. */
export function wholeNumber(text: string, low: number, high: number): number | null {
  const number = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : NaN;
  return number >= low && number <= high ? number : null;
}

/** The numbered list that is in use, and the option it is written in. Null if the edition has none. */
export function listInForce(options: Option[], values: Options): { items: (Dare | null)[]; written: string } | null {
  for (const { form, name } of options) {
    if (form.type !== "choice") continue;
    const chosen = form.values.find((choice) => choice.value === values[name]);
    if (chosen?.items) return { items: chosen.items, written: "" };
    if (chosen?.written) return { items: (values[chosen.written] ?? []) as (Dare | null)[], written: chosen.written };
  }
  return null;
}

/** Where a list or a rule is written. */
export interface Editor {
  /** Saves what has been changed. Returns whether nothing is lost now. */
  finish(): Promise<boolean>;
}

/** Whether an option matters with these values. A list that isn't chosen doesn't. */
export function matters(option: Option, options: Option[], values: Options): boolean {
  return option.form.type !== "dares" || listInForce(options, values)?.written === option.name;
}

const rulesWritten = (n: number): string => (n ? t("option.rules", { n }) : t("option.no-rules"));
