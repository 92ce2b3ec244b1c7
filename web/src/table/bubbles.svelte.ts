/** What players have just said, and how bots react, by seat. Each shows for a moment. */
import { settings } from "../browser/settings.svelte";
import { lastOf, lineText } from "./chat";
import type { Table } from "./table.svelte";

const loadReactions = () => import("./reactions"); // no table waits for how bots feel about it

const SHOWN_FOR = 5000;
const APART = 6; // events between two reactions: they have the same numbers on every page

/** What a bubble shows: words, a quick message with its picture, or the picture alone. */
export interface Said {
  text?: string;
  emote?: string;
}

export class Bubbles {
  bySeat: Record<number, Said | undefined> = $state.raw({});

  /** Shows every new line of the chat. Call it while a component is set up. */
  constructor(table: Table) {
    let seen = lastOf(table.chat);
    $effect(() => {
      for (const line of table.chat.filter(({ n }) => n > seen)) {
        this.#show(line.seat, { text: lineText(line), emote: line.emote });
      }
      seen = lastOf(table.chat);
    });
    let last = -APART;
    $effect(() =>
      table.onEvents((events, { pending }) => {
        const { book, state, isReplay } = table;
        if (!book || isReplay || !settings.botsReact || state.settings?.chat === false) return;
        const at = table.events.find(({ event }) => event === events[0])?.n ?? 0;
        const react = ({ reaction }: Awaited<ReturnType<typeof loadReactions>>): void => {
          const found = reaction(book, events, state.seats, at, pending);
          if (!found || Math.abs(at - last) < APART) return;
          last = at;
          this.#show(found.seat, { emote: found.emote });
        };
        loadReactions().then(react, () => undefined);
      }),
    );
  }

  #show(seat: number, said?: Said): void {
    this.bySeat = { ...this.bySeat, [seat]: said };
    if (said) setTimeout(() => this.bySeat[seat] === said && this.#show(seat), SHOWN_FOR);
  }
}
