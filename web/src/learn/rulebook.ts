// A rulebook in sections, and the search in it.
import type { Option } from "../options/options";
import { game, has, t } from "../texts";
import { finder } from "../texts/plain-search";

export interface Rule {
  id: string;
  text: string;
  ruling: boolean;
  /** A table may choose it. */
  table?: boolean;
}

export interface Section {
  title: string;
  rules: Rule[];
}

/** What a rule is about, by the first word of its id. Unknown words belong to the edition's own cards. */
function titleOf(rule: Rule): string {
  if (rule.table) return t("rules.about.table");
  const key = `rules.about.${rule.id.split("-")[0]}`;
  return t(has(key) ? key : "rules.about.own");
}

/** The rules in order. Neighbors about the same thing form one section. */
export function sections(rules: Rule[]): Section[] {
  const found: Section[] = [];
  for (const rule of rules) {
    const title = titleOf(rule);
    const same = found.find((section) => section.title === title);
    if (same) same.rules.push(rule);
    else found.push({ title, rules: [rule] });
  }
  return found;
}

/** The rules of a table: its own first, then the leaflet's. Table rules that it left alone are out. */
export function rulesAt(rules: Rule[], changed: readonly Pick<Option, "brings">[]): Rule[] {
  const own = new Set([...changed.flatMap(({ brings }) => brings ?? []), ...(changed.length ? ["turn-limit"] : [])]);
  return [...rules.filter(({ id, table }) => table && own.has(id)), ...rules.filter(({ table }) => !table)];
}

/** The titles of the changed rules because of which a rule of the leaflet no longer holds as it is written. */
export const changedBy = (rule: Rule, changed: readonly Option[]): string[] =>
  changed.filter(({ changes }) => changes?.includes(rule.id)).map(({ title }) => game(title ?? ""));

/** The titles of the options that bring a rule to a table. */
export const broughtBy = (rule: Rule, options: readonly Option[]): string[] =>
  options.filter(({ brings }) => brings?.includes(rule.id)).map(({ title, about }) => game(title || about));

/** The rules that contain every word of a search: translated, in English or in their id. */
export function search(rules: Rule[], wanted: string): Rule[] {
  const finds = finder(wanted);
  return rules.filter((rule) => finds(`${rule.id} ${rule.text} ${game(rule.text)}`));
}
