/** Requests the review of a finished game, which takes the server a while, and follows it while it is made. */
import { offline, read, Refused, request, send } from "../connection/api";
import type * as Wire from "../wire";

const LINES = "application/x-ndjson";

/** Called with what has been found since the last call. */
export type Hear = (parts: Wire.ReviewPart[]) => void;

/** What is known about a seat's game: all of a review, or only the best move. */
export type Found = Pick<Wire.Review, "seat" | "chances" | "decisions" | "best_move">;

/** What this page has found, by table or record, so that other screens needn't look for it again. */
const found = new Map<unknown, Record<number, Found>>();

/** What this page has found out about the seats of a game, which is a table's id or a record. */
export const foundIn = (played: unknown): Readonly<Record<number, Found>> => found.get(played) ?? {};

/** The whole reviews among them. */
export const reviewsIn = (played: unknown): Record<number, Wire.Review> =>
  Object.fromEntries(Object.entries(foundIn(played)).filter(([, told]) => "balances" in told)) as Record<number, Wire.Review>;

function keep<T extends Found>(played: unknown, seat: number, told: T): T {
  found.set(played, { ...foundIn(played), [seat]: told });
  return told;
}

/** The review of a table's game, for one seat. */
export async function reviewOf(
  table: string,
  key: string,
  seat: number,
  hear?: Hear,
  signal?: AbortSignal,
): Promise<Wire.Review> {
  const path = `/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`;
  return keep(table, seat, await follow(path, "GET", undefined, key, hear, signal));
}

/** A seat's best move, which takes the server a moment. */
export async function bestMoveOf(table: string, key: string, seat: number): Promise<Wire.BestMove> {
  const path = `/api/tables/${encodeURIComponent(table)}/best-move?seat=${seat}`;
  const best_move = await request<Wire.BestMove>(path, "GET", undefined, key);
  if (best_move.decision && !foundIn(table)[seat]) keep(table, seat, { seat, chances: [], decisions: [], best_move });
  return best_move;
}

/** The same for a record. */
export async function reviewRecord(record: unknown, seat: number, hear?: Hear, signal?: AbortSignal): Promise<Wire.Review> {
  return keep(record, seat, await follow(`/api/review?seat=${seat}`, "POST", record, "", hear, signal));
}

async function follow(
  path: string,
  method: string,
  body: unknown,
  key: string,
  hear?: Hear,
  signal?: AbortSignal,
): Promise<Wire.Review> {
  const response = await send(path, method, body, key, hear && LINES, signal);
  if (!response.body || !response.headers.get("Content-Type")?.startsWith(LINES)) return read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, done] = ["", false];
  let last: Partial<Wire.Review & Wire.RefusedAnswer> | undefined;
  while (!done) {
    const next = await reader.read().catch(() => ({ value: "", done: true }));
    const lines = (rest + (next.value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    done = next.done;
    const told = lines.map((line) => JSON.parse(line) as Wire.ReviewPart | Wire.Review | Wire.RefusedAnswer);
    const parts = told.filter((line) => "looked" in line);
    if (parts.length) hear?.(parts);
    last = told.find((line) => !("looked" in line)) ?? last;
  }
  if (last?.refused) throw new Refused(last.refused);
  if (!last) throw offline();
  return last as Wire.Review;
}
