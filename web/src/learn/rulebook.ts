// A rulebook in sections, and the search in it.
import { game, has, t } from "../texts";

export interface Rule {
  id: string;
  text: string;
  ruling: boolean;
}

export interface Section {
  title: string;
  rules: Rule[];
}

/** What a rule is about, by the first word of its id. Unknown words belong to the edition's own cards. */
function titleOf(rule: Rule): string {
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

/** The rules that contain every word of a search: translated, in English or in their id. */
export function search(rules: Rule[], wanted: string): Rule[] {
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.id} ${rule.text} ${game(rule.text)}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}
