/** What the signs of a table mean: rules that are changed, states of the edition's own cards, points and the rest. */
import { signature } from "../cards/signature";
import type { Option } from "../options/options";
import { chipOf, inForce, shownValues, tellAll } from "../options/table-rules";
import type { ShownTable } from "../table/shown.svelte";
import { game, t } from "../texts";
import { doesOf } from "./card-texts";
import type { Looked } from "./looking";

export interface Explained {
  title: string;
  lines: string[];
}

/** A sign in words. Without a table, only its text is known. */
export function explained({ about = "", says = "", element }: Looked, table?: ShownTable): Explained {
  if (table && about === "rule") return changedRule(table, says);
  if (table && about === "special") return ownState(table, element.textContent.trim());
  const lines = [t(`about.${about}.does`)];
  if (about === "lasting") lines.unshift(says);
  const target = table?.shown.options?.target;
  if (about === "score" && typeof target === "number") lines.push(t("about.score.target", { n: target }));
  return { title: t(`about.${about}`), lines };
}

/** A rule that the table has changed, or all of them for the chip that stands for the rest. */
function changedRule(table: ShownTable, name: string): Explained {
  const options = (table.edition?.options ?? []) as unknown as Option[];
  const values = shownValues(table.shown.options ?? {}, options);
  const rules = inForce(options, values).filter((option) => !name || option.name === name);
  const lines = rules.flatMap((option) => tellAll(option, values[option.name]));
  return { title: name && rules[0] ? chipOf(rules[0], values[name]) : t("chips.changed", { n: rules.length }), lines };
}

/** What an edition's own card has left on the table, and what that card does. */
function ownState(table: ShownTable, says: string): Explained {
  const own = table.edition && table.book?.kind(signature(table.edition).at(-1) ?? "");
  return own ? { title: game(own.name), lines: [says, doesOf(own)] } : { title: says, lines: [] };
}
