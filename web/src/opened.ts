// The record that was opened in this page: its replay has no table that it could be asked for again.
import { go } from "./route.svelte";

const LARGEST = 4 << 20;
let record: unknown = null;

export const openedRecord = (): unknown => record;

/** Reads a record from a file, and goes to its replay or review. What is wrong with the game itself the server says. */
export async function openRecord(file: File, to: "replay" | "review" = "replay"): Promise<void> {
  if (file.size > LARGEST) throw new Error("too-large");
  record = JSON.parse(await file.text());
  go(`${to}=file-${Date.now().toString(36)}`);
}
