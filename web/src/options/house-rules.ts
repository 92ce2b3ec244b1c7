// House rules as the table writes them: steps from the option's vocabulary, and the sentence they add up to.
import type { EditionBook } from "../connection/catalog";
import type { TableState } from "../connection/state";
import { capital, game, t } from "../texts";

export interface Step {
  does: string;
  who?: string;
  n?: number;
}

export interface HouseRule {
  name: string;
  text: string;
  steps: Step[];
}

/** A word of the vocabulary: whom it can be about, whether it takes a number, and everything it can say. */
export interface StepForm {
  does: string;
  who: string[];
  takes_n: boolean;
  needs_text: boolean;
  clauses: { who: string | null; n: number | null; text: string; other?: string }[];
  /** The same in pictures (strips.ts). */
  strip?: string;
  /** What it does, unless its one clause says it all. */
  title?: string;
}

export interface RulesForm {
  type: "rules";
  places: { value: string; says: string }[];
  who: { value: string; says: string }[];
  steps: StepForm[];
  then: string;
  most_steps: number;
  most: number;
  longest_name: number;
  longest_text: number;
}

/** A rule with the cards it is written on: a place of the form, or one colored card. */
export interface CardRule extends HouseRule {
  when: string;
}

/** The form of rules on number, Skip, Reverse and Wild cards, with ready ones to begin with. */
export interface CardRulesForm extends Omit<RulesForm, "type"> {
  type: "card-rules";
  most_rows: number;
  library: CardRule[];
}

export interface Trouble {
  field: "name" | "text" | "steps";
  text: string;
}

export const stepForm = (form: RulesForm, does: string): StepForm | undefined => form.steps.find((step) => step.does === does);

/** A step with only the fields that its word takes. */
export function fitted(step: Step, form: RulesForm): Step {
  const word = stepForm(form, step.does);
  const fit: Step = { does: step.does };
  if (word?.who.length) fit.who = step.who && word.who.includes(step.who) ? step.who : word.who[0];
  if (word?.takes_n) fit.n = Math.min(Math.max(step.n ?? 1, 1), form.most);
  return fit;
}

/** What a step says: its first clause that fits. Somebody else than the card's player `by` is told about that player. */
export function clause(step: Step, form: RulesForm, by = ""): string {
  const { who = null, n = null } = step;
  const said = stepForm(form, step.does)?.clauses.find((one) => one.who === who && (one.n === null || one.n === n));
  return said ? game((by && said.other) || said.text, { n: n ?? "", seat: by }) : step.does;
}

/** What a step does, without what it is about: the lists next to it say that. */
export const action = ({ does, title }: StepForm, form: RulesForm): string =>
  title ? game(title) : capital(clause({ does }, form));

/**
 * The rule in words, as players read it before they agree, or as the others read it when `by` has played the card. Whoever
 * `performs` what its text says is addressed.
 */
export function sentence(rule: Pick<HouseRule, "steps">, form: RulesForm, by = "", performs = false): string {
  const isOwn = (does: string): boolean => performs && !!stepForm(form, does)?.needs_text;
  const words = rule.steps
    .map((step) => (isOwn(step.does) ? clause({ ...step, who: "me" }, form) : clause(step, form, by)))
    .join(game(form.then));
  return words && `${capital(words)}.`;
}

/** The form of an edition's rules on cards, if it has any. */
export const rulesForm = ({ info }: EditionBook): RulesForm | undefined =>
  info.options.map(({ form }) => form as unknown as RulesForm).find(({ steps }) => steps);

/** The rule on a card that is running now. */
export function ruleIn(book: EditionBook | undefined, { special }: Pick<TableState, "special">): HouseRule | undefined {
  const shown = book?.info.shows.find(({ holds, name }) => holds === "rule" && special?.[name]);
  return shown && (special?.[shown.name] as HouseRule);
}

/** What is written on a card, set off from what its steps say. */
export const quoted = ({ text }: Pick<HouseRule, "text">): string => text && t("say.quoted", { text: game(text) });

/** A ready-made rule in the player's language. What a table writes itself stays as it is. */
export const spoken = <R extends HouseRule>(rule: R): R => ({
  ...rule,
  name: game(rule.name),
  text: rule.text && game(rule.text),
});

/** The ready-made rules of an edition, each once. */
export const readyRules = (options: readonly { form: { type: string } }[]): HouseRule[] =>
  options.flatMap(({ form }) =>
    form.type === "card-rules" ? (form as CardRulesForm).library.map(({ name, text, steps }) => ({ name, text, steps })) : [],
  );

/** The rules that an option holds, each with the cards it is written on. */
export function writtenRules(form: { type: string }, value: unknown): CardRule[] {
  if (form.type === "card-rules") return (value ?? []) as CardRule[];
  if (form.type !== "rules") return [];
  const rules = Object.entries((value ?? {}) as Record<string, HouseRule | null>);
  return rules.flatMap(([when, rule]) => (rule ? [{ when, ...rule }] : []));
}

/** The cards that a rule is written on, in words. */
export function placeOf({ places }: Pick<RulesForm, "places">, when: string): string {
  const known = places.find(({ value }) => value === when);
  return capital(known ? game(known.says) : when.replace("-", " "));
}

/** Whether one of a rule's steps does what its text says. */
export const needsText = ({ steps }: Pick<HouseRule, "steps">, form: RulesForm): boolean =>
  steps.some((step) => stepForm(form, step.does)?.needs_text);

/** What keeps a rule from being played, if anything does. */
export function troubleWith(rule: HouseRule, form: RulesForm): Trouble | null {
  if (!rule.steps.length) return { field: "steps", text: t("house.needs.steps") };
  if (!rule.text.trim() && needsText(rule, form)) return { field: "text", text: t("house.needs.text") };
  if (!rule.name.trim()) return { field: "name", text: t("house.needs.name") };
  return null;
}
