/** Rules as small pictures: what a table's options say in `strips`, and what the steps of a written rule do. */
import type { EditionInfo } from "../connection/catalog";
import { type CardRule, type RulesForm, stepForm, writtenRules } from "./house-rules";
import type { Option } from "./options";

/** A part of a strip: a card of the edition, the back of one, a sign, or a few letters. */
export type Part = { card: string } | { sign: string } | { text: string } | { back: true };

const SIGNS = [">", "<", "yes", "no", "swap", "again", "act"];

/** The strips of a changed rule. None if the edition lacks one of its cards. */
export function stripsOf(option: Option, value: unknown, edition: EditionInfo): Part[][] {
  const { form } = option;
  const rows = writtenRules(form, value);
  if (form.type !== "card-rules" && form.type !== "rules") return parts(wordsOf(option, value), edition);
  const words = { ...form, type: "rules" as const };
  return rows.flatMap((row) => stripOf(row, words, edition));
}

/** The strip of a written rule: its card, and what its steps do. */
export function stripOf({ when, steps }: CardRule, form: RulesForm, edition: EditionInfo): Part[][] {
  const card = [when, `0.${when}`].find((word) => cardOf(word, edition));
  const shown = steps.map(({ does, n }) => (stepForm(form, does)?.strip ?? "").replace("{n}", String(n ?? "")));
  return card ? parts([card, ">", ...shown].join(" "), edition) : [];
}

function wordsOf({ strips = {} }: Option, value: unknown): string {
  return (strips[String(value)] ?? strips.n ?? "").replaceAll("{n}", String(value));
}

function parts(strip: string, edition: EditionInfo): Part[][] {
  const found = strip
    .split(" ")
    .filter(Boolean)
    .map((word) => partOf(word, edition));
  return found.length && found.every((part) => part !== undefined) ? [found] : [];
}

/** A word of a strip. Undefined for a card that the edition doesn't have. */
function partOf(word: string, edition: EditionInfo): Part | undefined {
  if (word === "back") return { back: true };
  if (SIGNS.includes(word)) return { sign: word };
  if (!/^\d\.|^wild/.test(word) && !cardOf(word, edition)) return { text: word };
  const card = cardOf(word, edition);
  return card === undefined ? undefined : { card };
}

/** A card by its symbol, with the number of its color in front, or by its own name. Some editions draw a card in several ways. */
function cardOf(word: string, { kinds, colors }: EditionInfo): string | undefined {
  const [, at, symbol] = /^(\d)\.(.+)$/.exec(word) ?? [];
  const dealt = kinds.filter(({ copies }) => copies);
  const found = symbol
    ? dealt.find((kind) => kind.color === colors[Number(at)]?.name && kind.symbol === symbol)
    : dealt.find(({ text }) => text === word || text.startsWith(`${word}@`));
  return found?.text;
}
