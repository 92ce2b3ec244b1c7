/**
 * A performance gets its time: the question how it went waits as if it had been put aside.
 *
 *             a person performs                       done, or long enough
 *     ┌──────┐ ───────────────▶ ┌──────────┐ ──────────────────────────────▶ ┌─────────┐
 *     │ none │                  │ watching │                                 │ judging │
 *     └──────┘                  └──────────┘ ──────────────────────────────▶ └─────────┘
 *                                              the player wants to decide
 *
 * Done: the performer says so. After a line in the chat, there is a moment for another one.
 */
import { untrack } from "svelte";

import { announce } from "../browser/announce.svelte";
import { t } from "../texts";
import { heardFrom, isDone } from "./chat";
import { performing, VOTING } from "./choices";
import type { Player } from "./player.svelte";
import type { Table } from "./table.svelte";

export const LONGEST = 12_000;
export const AFTER_A_LINE = 3000;

/** Lets a performance be watched before the question about it opens. Call it while a component is set up. */
export function holdVotes(player: Player, table: Table): void {
  /** Who performs, if that is a person and can be watched. */
  const performer = $derived.by(() => {
    const { book, shown, state, isLesson, you } = table;
    const seat = book && !isLesson && you !== null ? performing(book, shown) : null;
    const there = seat === null || seat === you ? null : state.seats?.[seat];
    return there && !there.bot && !there.away ? seat : null;
  });
  const lines = $derived(performer === null ? 0 : heardFrom(table, performer).length);
  let watching = $state(false);
  let held = ""; // the question that waits

  const stop = (): void => {
    watching = false;
    if (held && player.later === held) player.later = "";
    held = player.watches = "";
  };

  $effect.pre(() => {
    if (performer === null) return;
    watching = true;
    player.watches = untrack(() => t("ask.watch", { name: table.name(performer) }));
    return stop;
  });

  $effect.pre(() => {
    if (player.choosing?.id === VOTING || (held && player.later !== held)) {
      watching = false; // the player has opened it
      held = player.watches = "";
    } else if (watching && player.asking?.id === VOTING) {
      held = player.later = player.questionKey;
      announce(untrack(() => player.watches));
    }
  });

  $effect(() => {
    if (performer === null) return;
    const isOver = isDone(table, performer);
    const due = untrack(() => (table.you === null ? undefined : table.state.clocks?.[table.you]));
    const left = due === undefined ? Infinity : (due - Date.now() - table.clockOffset) / 2; // half of the time to decide
    const timer = setTimeout(stop, isOver ? 0 : Math.min(left, lines ? AFTER_A_LINE : LONGEST));
    return () => clearTimeout(timer);
  });

  /** Whether this player has performed, and waits for the verdict. */
  const hasFinished = $derived.by(() => {
    const { book, shown, you } = table;
    return !!book && you !== null && performing(book, shown) === you && isDone(table, you);
  });
  $effect(() => {
    if (hasFinished) announce(untrack(() => player.prompt));
  });
}
