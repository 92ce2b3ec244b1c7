/** What this browser stores: the player's name, one token for all tables, and the tables with their codes. */
export interface KeptTable {
  token?: string;
  invite?: string;
  watch?: string;
  at?: number;
}

const MOST = 50;

export function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(`lastcard.${key}`) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise; // storage is off, or the value isn't ours
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`lastcard.${key}`, JSON.stringify(value));
  } catch {
    // storage is full or forbidden: the page works without it while it is open
  }
}

export const name = (): string => read("name", "");
export const setName = (value: string): void => write("name", value.trim());
/** The number of the face the player picked. 0 is the one drawn from the name. */
export const face = (): number => read("face", 0);
export const setFace = (value: number): void => write("face", value);
export const token = (): string => read("token", "");
export const tables = (): Record<string, KeptTable> => read("tables", {});
export const table = (id: string): KeptTable => tables()[id] ?? {};

/** What opens a table: its own stored access, or this browser's token for all tables. */
export function access(id: string): Pick<KeptTable, "token" | "watch"> {
  const kept = table(id);
  if (kept.token) return { token: kept.token };
  return kept.watch ? { watch: kept.watch } : { token: token() };
}

/** Stores what opens a table, and drops the oldest tables. */
export function keepTable(id: string, what: KeptTable): void {
  const all = { ...tables(), [id]: { ...table(id), ...what, at: Date.now() } };
  const newest = Object.entries(all).sort(([, a], [, b]) => (b.at ?? 0) - (a.at ?? 0));
  write("tables", Object.fromEntries(newest.slice(0, MOST)));
  if (what.token && !token()) write("token", what.token);
}

export function forgetTable(id: string): void {
  const all = tables();
  delete all[id];
  write("tables", all);
}

/** Every token that opens a seat, for the list of games. */
export function tokens(): string[] {
  return [...new Set([token(), ...Object.values(tables()).map((kept) => kept.token ?? "")])].filter(Boolean);
}
