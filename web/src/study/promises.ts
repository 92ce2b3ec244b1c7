// What this browser notes before a deal, to hold the server to it afterward: docs/fairness.md.
import { read, write } from "../browser/storage";
import { Refused } from "../connection/api";
import type { Table } from "../table/table.svelte";

export interface Notes {
  /** The first promise by scheme. There are two if the server was upgraded while the lobby was open. */
  promises?: Record<string, string>;
  contribution?: string;
}

/** As version 1 stored it, for scheme 1. */
interface Kept extends Notes {
  commitment?: string;
}

const MOST = 50;
const asked = new Set<string>(); // tables we are waiting for

/** What was noted about a table. */
export function notesOn(table: string): Notes {
  const { commitment, ...kept } = read<Record<string, Kept>>("noted", {})[table] ?? {};
  return commitment ? { ...kept, promises: { 1: commitment, ...kept.promises } } : kept;
}

function note(table: string, what: Notes): void {
  const others = Object.entries(read<Record<string, Kept>>("noted", {})).filter(([id]) => id !== table);
  write("noted", Object.fromEntries([...others, [table, { ...notesOn(table), ...what }]].slice(-MOST)));
}

function someBytes(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Before the deal: notes the server's promise, and adds our own randomness, once. */
export async function contribute(table: Table): Promise<void> {
  const { state, you, id } = table;
  if (state.stage !== "lobby" || !state.commitment) return;
  const { promises } = notesOn(id);
  const scheme = state.scheme ?? 1;
  if (!promises?.[scheme]) note(id, { promises: { ...promises, [scheme]: state.commitment } });
  if (you === null || asked.has(id) || state.seats?.[you]?.contributed) return;
  asked.add(id);
  const before = notesOn(id).contribution;
  const contribution = someBytes();
  note(id, { contribution });
  try {
    await table.send({ do: "contribute", hex: contribution });
  } catch (error) {
    const isRefused = error instanceof Refused && error.code !== "closed"; // if the connection ended, nobody knows
    if (isRefused) note(id, { contribution: before });
    throw error;
  } finally {
    asked.delete(id);
  }
}
