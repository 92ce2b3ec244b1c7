// The record opened on this page. Its replay belongs to no table, so it can't be fetched again.
import { go } from "../browser/route.svelte";

const LARGEST = 4 << 20;
let record: unknown = null;

export const openedRecord = (): unknown => record;

/** Reads a record from a file and opens its replay or review. The server reports what is wrong with the game itself. */
export async function openRecord(file: File, to: "replay" | "review" = "replay"): Promise<void> {
  if (file.size > LARGEST) throw new Error("too-large");
  record = JSON.parse(await file.text());
  go(`${to}=file-${Date.now().toString(36)}`);
}
