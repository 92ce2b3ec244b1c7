// What this browser writes down before a deal, to hold the server to it afterward: docs/fairness.md.
import { Refused } from "./api";
import { read, write } from "./keep";
import type { Table } from "./table.svelte";

export interface Noted {
  commitment?: string;
  contribution?: string;
}

const MOST = 50;
const asked = new Set<string>(); // tables whose answer is on its way

export const noted = (table: string): Noted => read<Record<string, Noted>>("noted", {})[table] ?? {};

function note(table: string, what: Noted): void {
  const others = Object.entries(read<Record<string, Noted>>("noted", {})).filter(([id]) => id !== table);
  write("noted", Object.fromEntries([...others, [table, { ...noted(table), ...what }]].slice(-MOST)));
}

function someBytes(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Before the deal: notes what the server promises, and adds chance of our own to it, once. */
export async function addChance(table: Table): Promise<void> {
  const { state, you, id } = table;
  if (state.stage !== "lobby" || !state.commitment) return;
  if (!noted(id).commitment) note(id, { commitment: state.commitment });
  if (you === null || asked.has(id) || state.seats?.[you]?.contributed) return;
  asked.add(id);
  const before = noted(id).contribution;
  const contribution = someBytes();
  note(id, { contribution });
  try {
    await table.send({ do: "contribute", hex: contribution });
  } catch (error) {
    const isRefused = error instanceof Refused && error.code !== "closed"; // where the line ended nobody knows
    if (isRefused) note(id, { contribution: before });
    throw error;
  } finally {
    asked.delete(id);
  }
}
