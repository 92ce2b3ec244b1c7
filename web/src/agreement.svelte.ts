// What one has agreed to, and what has changed since: a change takes back every agreement.
import { changes, type Option, type Options } from "./options";
import type { Table } from "./table.svelte";

export class Agreement {
  #table: Table;
  #agreed: { digest: string; values: Options } | null = $state.raw(null);
  options: Option[] = $derived.by(() => (this.#table.edition?.options ?? []) as unknown as Option[]);
  values: Options = $derived.by(() => this.#table.state.options ?? {});
  /** The names of options that are not as they were when one agreed. */
  changed: string[] = $derived.by(() => {
    if (!this.#agreed || this.#agreed.digest === this.#table.state.digest) return [];
    return changes(this.options, this.#agreed.values, this.values).map(({ name }) => name);
  });

  constructor(table: Table) {
    this.#table = table;
  }

  /** To be called in an effect: who is ready has seen what the options are. */
  follow(): void {
    const { state, you } = this.#table;
    if (you !== null && state.seats?.[you]?.ready && state.digest) this.#agreed = { digest: state.digest, values: this.values };
  }
}
