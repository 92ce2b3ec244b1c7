/** What single keys read aloud to players who play by ear: the hand, the top card, the counts, the clock, what happened. */
import type { KeyAction } from "../browser/shortcuts";
import { settings } from "../browser/settings.svelte";
import { keyed, sorted } from "../cards/hand-order";
import { cardLabel, colorName } from "../cards/names";
import { quoted, ruleIn, rulesForm, sentence } from "../options/house-rules";
import { t } from "../texts";
import type * as Wire from "../wire";
import type { Table } from "./table.svelte";
import { QUIET } from "./wording";

const LAST = 6; // sentences

export function answerTo(action: KeyAction, table: Table): string {
  const { shown: state, book, you } = table;
  if (!book) return "";
  switch (action) {
    case "hand":
      if (!state.hand?.length) return t("query.no-hand");
      return `${t("query.hand", { n: state.hand.length })} ${keyed(sorted(book.info, state.hand, settings.sort))
        .map(({ card }) => cardLabel(book, card))
        .join("; ")}.`;
    case "top": {
      const color = state.color ? t("query.color", { color: colorName(book, state.color) }) : t("pile.no-color");
      return `${t("query.top", { card: state.top ? cardLabel(book, state.top) : t("pile.empty") })} ${color}`;
    }
    case "counts":
      return `${(state.counts ?? []).map((n, seat) => `${seat === you ? t("query.you") : table.name(seat)}: ${t("seat.cards", { n })}`).join("; ")}. ${t("query.draw-pile", { n: state.draw_count ?? 0 })}`;
    case "clock": {
      const due = you === null ? undefined : state.clocks?.[you];
      if (due === undefined) return t(state.settings?.clock ? "query.no-clock" : "query.no-clock-here");
      return t("clock.left", { n: Math.max(0, Math.ceil((due - Date.now() - table.clockOffset) / 1000)) });
    }
    case "last":
      return lastOf(table).join(" ") || t("query.nothing");
    default:
      return "";
  }
}

/** What a house rule does that somebody else has just set off. Whoever plays a card has read it. */
export function ruleTold(events: readonly Wire.GameEvent[], table: Table): string {
  const { book, shown, you } = table;
  const rule = ruleIn(book, shown);
  const form = book && rulesForm(book);
  const by = events.find(({ what }) => what === "played")?.seat;
  if (!rule || !form || by === undefined || by === you || !events.some(({ what }) => what === "rule")) return "";
  return [quoted(rule), sentence(rule, form, table.name(by))].filter(Boolean).join(" ");
}

/** What the player holds after these events, if they have taken the whole hand away. */
export function handAfter(events: readonly Wire.GameEvent[], table: Table): string {
  const { book, you } = table;
  const isNew = events.some(({ what, seat, to }) => {
    const moves = book?.happening(what)?.moves;
    return moves === "rotate" || (moves === "swap" && (seat === you || to === you));
  });
  return isNew && you !== null ? answerTo("hand", table) : "";
}

/** The last sentences of the log, from the last card that was played on at least: it says why the rest happened. */
function lastOf({ book, log }: Table): string[] {
  const heard = log.filter(({ event }) => !QUIET.has(event.what));
  const played = heard.findLastIndex(({ event }) => book?.happening(event.what)?.moves === "out");
  return heard.slice(Math.min(played < 0 ? Infinity : played, Math.max(0, heard.length - LAST))).map(({ text }) => `${text}.`);
}
