// What the player agreed to, and what has changed since. A change takes back every agreement.
import { changes, type Option, type Options } from "../options/options";
import { shownOptions, shownValues } from "../options/table-rules";
import type { Table } from "../table/table.svelte";

export class Agreement {
  #table: Table;
  #agreed: { digest: string; values: Options } | null = $state.raw(null);
  options: Option[] = $derived.by(() => shownOptions((this.#table.edition?.options ?? []) as unknown as Option[]));
  /** The value of every option. A table names a table rule only if it differs from the leaflet. */
  values: Options = $derived.by(() => {
    const named = shownValues(this.#table.state.options ?? {}, this.options);
    return { ...Object.fromEntries(this.options.map((option) => [option.name, option.default])), ...named };
  });
  /** Names of the options that have changed since the player agreed. */
  changed: string[] = $derived.by(() => {
    if (!this.#agreed || this.#agreed.digest === this.#table.state.digest) return [];
    return changes(this.options, this.#agreed.values, this.values).map(({ name }) => name);
  });

  #seen: { digest: string; values: Options } | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The options that have changed since the last call. */
  fresh(): Option[] {
    const { digest = "" } = this.#table.state;
    const before = this.#seen;
    this.#seen = { digest, values: this.values };
    return before && before.digest !== digest ? changes(this.options, before.values, this.values) : [];
  }

  /** Call it in an effect: a player who is ready has seen the options. */
  follow(): void {
    const { state, you } = this.#table;
    if (you !== null && state.seats?.[you]?.ready && state.digest) this.#agreed = { digest: state.digest, values: this.values };
  }
}
