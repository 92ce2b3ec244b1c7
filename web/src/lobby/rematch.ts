// The way from a finished game to the next one with the same people.
import { go } from "../browser/route.svelte";
import { keepTable, table as kept, write } from "../browser/storage";
import type { Table } from "../table/table.svelte";

/** Goes to the rematch. The link of the evening leads there too. With `start`, it is dealt on arrival. */
export function goToRematch(table: Table, next: string, start: boolean): void {
  const { invite } = kept(table.id);
  const { token, watch } = table.access;
  keepTable(next, { token, watch, ...(table.made?.table === next ? table.made : {}), ...(invite ? { invite } : {}) });
  if (start) write("start", next);
  go(`table=${next}`);
}
