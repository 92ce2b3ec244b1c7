// Table rules: what a table changes, in sentences.
import { game } from "../texts";
import type * as Wire from "../wire";
import { type CardRule, placeOf, quoted, type RulesForm, sentence, writtenRules } from "./house-rules";
import { about, type Option, type Options, same } from "./options";
import type { Preset } from "./presets";

export const rulesOf = (options: readonly Option[]): Option[] => options.filter((option) => option.group);

// An older option that says the same as a value of a table rule, which stands for it everywhere.
const [OLDER, NEWER, SAME] = ["bluff", "draw_four", "strict"];

/** The options to show, without an older one that a table rule stands for. */
export const shownOptions = (options: readonly Option[]): Option[] =>
  options.filter(({ name }) => name !== OLDER || !hasNewer(options));

const hasNewer = (options: readonly Option[]): boolean => options.some(({ name }) => name === NEWER);

/** The values to show, with an older option said by the table rule that stands for it. */
export const shownValues = (values: Options, options: readonly Option[]): Options =>
  values[OLDER] === false && hasNewer(options) ? { ...values, [OLDER]: true, [NEWER]: SAME } : values;

/** A change that doesn't leave an older option in contradiction to the table rule that stands for it. */
export const agreeing = (change: Options, values: Options): Options =>
  NEWER in change && values[OLDER] === false ? { [OLDER]: true, ...change } : change;

/** The table rules that differ from the leaflet. */
export const changedRules = (options: readonly Option[], values: Options): Option[] =>
  rulesOf(options).filter((option) => option.name in values && !same(values[option.name], option.default));

/** The rules that a table has changed or written, in the order of the catalog. */
export const inForce = (options: readonly Option[], values: Options): Option[] => [
  ...changedRules(options, values),
  ...options.filter((option) => option.form.type === "rules" && writtenRules(option.form, values[option.name]).length),
];

/** The rule that the table has written on each card that has one. A rule for one color goes before one for all. */
export function rulesOnCards(
  options: readonly Option[],
  values: Options,
  kinds: readonly Wire.KindInfo[],
): Map<string, CardRule> {
  const rows = options.flatMap(({ name, form }) => (form.type === "card-rules" ? writtenRules(form, values[name]) : []));
  return new Map(
    kinds.flatMap(({ text, color }) => {
      const [plain] = text.split("@");
      const isOn = (face: string) => rows.find(({ when }) => when === face);
      const rule = isOn(plain) ?? (color ? isOn(plain.slice(color.length + 1)) : undefined);
      return rule ? [[text, rule]] : [];
    }),
  );
}

/** What to call a changed rule: its title, or one or two rules that are written on cards by name, and more by their cards. */
export function namesOf(option: Option, value: unknown): string[] {
  const rows = writtenRules(option.form, value);
  const names = [...new Set(rows.map(({ name }) => game(name)))];
  if (names.length && names.length < 3) return names;
  const title = game(option.title || option.about);
  return [rows.length ? `${title}: ${placesOf(option, rows)}` : title];
}

const placesOf = ({ form }: Option, rows: readonly CardRule[]): string =>
  rows.map(({ when }) => placeOf(form as unknown as RulesForm, when)).join(", ");

/** The same in a few words, with a number if that is what it is. */
export function chipOf(option: Option, value: unknown): string {
  const names = namesOf(option, value).join(" · ");
  return typeof value === "number" ? `${names}: ${value}` : names;
}

/** What a table plays by that has changed a rule, as a sentence. */
export function tell(option: Option, value: unknown): string {
  const n = Array.isArray(value) ? value.length : value;
  const told = option.told?.[String(n)];
  if (told) return game(told);
  return option.told?.n ? game(option.told.n, { n: Number(n) }) : about(option);
}

/** The same, with every rule that is written on cards. */
export function tellAll(option: Option, value: unknown): string[] {
  const { form } = option;
  if (form.type !== "card-rules" && form.type !== "rules") return [tell(option, value)];
  const words = { ...form, type: "rules" as const };
  return writtenRules(form, value).map((rule) =>
    [`${placeOf(form, rule.when)}: ${game(rule.name)}.`, sentence(rule, words), quoted(rule)].filter(Boolean).join(" "),
  );
}

/** The preset that a table plays by. One of the catalog wins over the same rules under another name. */
export function presetIn(presets: Preset[], options: readonly Option[], values: Options): Preset | undefined {
  const changed = Object.fromEntries(changedRules(options, values).map(({ name }) => [name, values[name]]));
  return presets.find((preset) => same(preset.options, changed));
}

/** The change that makes a table play by these rules, and by the leaflet otherwise. */
export function applying(rules: Options, options: readonly Option[], values: Options): Options {
  const wanted = rulesOf(options).map((option) => [option.name, option.name in rules ? rules[option.name] : option.default]);
  return agreeing(Object.fromEntries(wanted), values);
}
