/** What the signs of a table mean: rules that are changed, states of the edition's own cards, points and the rest. */
import { signature } from "../cards/signature";
import type { Option } from "../options/options";
import { chipOf, inForce, shownValues, tellAll } from "../options/table-rules";
import { called, type Choice, parseMove, TURN_PHASES } from "../table/choices";
import { shared } from "../table/consequences";
import type { Player } from "../table/player.svelte";
import type { ShownTable } from "../table/shown.svelte";
import { moveName } from "../table/wording";
import { capital, game, t } from "../texts";
import { doesOf } from "./card-texts";
import type { Looked } from "./looking";

export interface Explained {
  title: string;
  lines: string[];
}

/** A table, and what its player can do. */
export interface At {
  table: ShownTable;
  player: Player;
}

/** A sign or a button in words. Without a table, only its text is known. */
export function explained({ about = "", says = "", move, element }: Looked, at?: At): Explained {
  const table = at?.table;
  const choice = move && table?.book ? [parseMove(table.book, move)] : [];
  if (at && about === "move") return { title: capital(named(at, move)), lines: bringsOf(at, choice) };
  if (at && about === "chance") return chanceNamed(at, says);
  if (table && about === "rule") return changedRule(table, says);
  if (table && about === "special") return ownState(table, element.textContent.trim());
  const lines = [t(`about.${about}.does`)];
  if (about === "lasting") lines.unshift(says);
  if (at) lines.unshift(...bringsOf(at, choice));
  const target = table?.shown.options?.target;
  if (about === "score" && typeof target === "number") lines.push(t("about.score.target", { n: target }));
  return { title: t(`about.${about}`), lines };
}

const named = ({ table }: At, move = ""): string =>
  table.book ? moveName(table.book, move, table.name, table.shown.pending?.sum) : move;

/** What these moves cost or bring now: a sentence if it is the same for each, or else one for each that has any. */
export function bringsOf(at: At, choices: readonly Choice[]): string[] {
  const { brings, calling } = at.player;
  const moves = called(choices, calling).map(({ text }) => text);
  const same = shared(brings, moves);
  if (same) return [same];
  return moves.flatMap((move) => (brings.has(move) ? `${capital(named(at, move))}: ${brings.get(move)}` : []));
}

/** Something that can be done out of turn. */
function chanceNamed(at: At, id: string): Explained {
  const chance = at.player.found.chances.find((each) => each.id === id);
  return { title: chance ? at.player.chanceName(chance) : "", lines: bringsOf(at, chance?.choices ?? []) };
}

/** A rule that the table has changed, or all of them for the chip that stands for the rest. */
function changedRule(table: ShownTable, name: string): Explained {
  const options = (table.edition?.options ?? []) as unknown as Option[];
  const values = shownValues(table.shown.options ?? {}, options);
  const rules = inForce(options, values).filter((option) => !name || option.name === name);
  const lines = rules.flatMap((option) => tellAll(option, values[option.name]));
  return { title: name && rules[0] ? chipOf(rules[0], values[name]) : t("chips.changed", { n: rules.length }), lines };
}

/** What an edition's own card or a table's own rule has left on the table, and what the card does: the one that waits, if any. */
function ownState(table: ShownTable, says: string): Explained {
  const { phase, pending, top } = table.shown;
  const waits = TURN_PHASES.has(phase ?? "") ? undefined : (pending?.card ?? top);
  const own = table.edition && table.book?.kind(waits ?? signature(table.edition).at(-1) ?? "");
  return own ? { title: game(own.name), lines: [says, doesOf(own)] } : { title: says, lines: [] };
}
