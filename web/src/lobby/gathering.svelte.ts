// Everyone at a table between two deals: what they agreed to, who is still awaited, and the countdown.
// The lobby and the end of a round share it. Make one while a component is set up.
import { untrack } from "svelte";

import { announce } from "../browser/announce.svelte";
import type { Options } from "../options/options";
import { agreeing } from "../options/table-rules";
import type { Table } from "../table/table.svelte";
import { game, listed, t } from "../texts";
import type * as Wire from "../wire";
import { Agreement } from "./agreement.svelte";

const TICK = 250;
const LAST_CALL = 5; // seconds before the deal at which screen readers are told once more

/** The whole seconds until a time of the server, in milliseconds. */
export const secondsUntil = (time: number, now: number): number => Math.max(0, Math.ceil((time - now) / 1000));

/** Of seconds that tick away, the number that screen readers hear: the first, and the last few once more. */
export const heardOf = (left: number, heard: number): number =>
  !left || left > heard || (left <= 2 * LAST_CALL && heard > 2 * LAST_CALL) ? left : heard;

export class Gathering {
  readonly table: Table;
  readonly agreement: Agreement;
  refused = $state("");
  /** The seconds until the server deals, or null if no countdown is running. */
  left = $state<number | null>(null);
  seats = $derived.by(() => this.table.state.seats ?? []);
  me = $derived.by(() => (this.table.you === null ? null : (this.seats[this.table.you] ?? null)));
  /** The names of the others who aren't ready. */
  awaited: string[] = $derived.by(() =>
    this.seats.flatMap((seat, i) => (seat && !seat.ready && i !== this.table.you ? [seat.name] : [])),
  );
  #dealAt = $derived.by(() => this.table.state.deal_at ?? null);
  isAlone = $derived.by(() => this.seats.every((seat, i) => i === this.table.you || seat?.bot));

  constructor(table: Table, changedKey: string) {
    this.table = table;
    this.agreement = new Agreement(table);
    $effect(() => this.agreement.follow());
    $effect(() => {
      if (this.agreement.changed.length && !table.isHost) announce(t(changedKey), "assertive");
    });
    $effect(() => {
      const fresh = this.agreement.fresh();
      if (!fresh.length || table.isHost || this.agreement.changed.length) return;
      announce(t("lobby.new-rules", { rules: listed(fresh.map((option) => game(option.title || option.about))) }));
    });
    $effect(() => {
      const until = this.#dealAt;
      return untrack(() => this.#countDown(until)); // what it reads mustn't start it again
    });
  }

  #countDown(until: number | null): (() => void) | undefined {
    if (until === null) {
      this.left = null;
      return;
    }
    let next = Infinity; // when to announce it next
    const tell = (): void => {
      const left = (this.left = secondsUntil(until, Date.now() + this.table.clockOffset));
      if (left > next || !left) return;
      if (this.me) announce(t("deal.soon", { n: left }));
      next = left > LAST_CALL ? LAST_CALL : 0;
    };
    tell();
    const ticking = setInterval(tell, TICK);
    return () => clearInterval(ticking);
  }

  /** Sends a command, and keeps the reason if the server refuses it. */
  act = async (command: Wire.Command): Promise<boolean> => {
    this.refused = "";
    try {
      await this.table.send(command);
      return true;
    } catch (error) {
      this.refused = (error as Error).message;
      announce(this.refused, "assertive");
      return false;
    }
  };

  /** Changes an option, and gives the reason if the server refuses it. */
  change = (name: string, value: unknown): Promise<string> => this.changeAll({ [name]: value });

  /** Changes several options at once. */
  changeAll = async (options: Options): Promise<string> => {
    try {
      await this.table.send({ do: "change", options: agreeing(options, this.table.state.options ?? {}) });
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };

  /** Agrees to the options, unless the player already has. */
  ready = async (): Promise<boolean> => !!this.me?.ready || this.act({ do: "ready", digest: this.table.state.digest ?? "" });

  wait = (): Promise<boolean> => this.act({ do: "wait" });

  rulebook = (rule: string): string => `#rules=${this.table.edition?.id}&table=${this.table.id}&rule=${rule}`;
}
