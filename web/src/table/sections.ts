/** The parts of a question, as a dialog shows them. */
import { type Ask, type Choice, grouped } from "./choices";

/** A question's choices grouped by what they take, in display order. */
export function sections(ask: Ask): { takes: Choice["takes"]; verb: string; choices: Choice[] }[] {
  return [...grouped(ask.choices, (choice) => (choice.takes ? `${choice.verb} ${choice.takes}` : ""))].map(([, choices]) => ({
    takes: choices[0].takes,
    verb: choices[0].verb,
    choices,
  }));
}

/** The choices of each card. */
export const byCard = (choices: readonly Choice[]): [string, Choice[]][] =>
  [...new Set(choices.map((choice) => choice.card ?? ""))].map((card) => [
    card,
    choices.filter((choice) => choice.card === card),
  ]);
