import type * as Wire from "../wire";

/** Saves a record as a file on this device. */
export function saveRecord(table: string, record: Wire.Record): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = `lastcard-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
