/** Requests the review of a finished game, which takes the server a while, and follows it while it is made. */
import { offline, read, Refused, request, send } from "../connection/api";
import type * as Wire from "../wire";

const LINES = "application/x-ndjson";

/** Called with what has been found since the last call. */
export type Hear = (parts: Wire.ReviewPart[]) => void;

/** The review of a table's game, for one seat. */
export function reviewOf(table: string, key: string, seat: number, hear?: Hear, signal?: AbortSignal): Promise<Wire.Review> {
  return follow(`/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`, "GET", undefined, key, hear, signal);
}

/** A seat's best move, which takes the server a moment. */
export function bestMoveOf(table: string, key: string, seat: number): Promise<Wire.BestMove> {
  return request<Wire.BestMove>(`/api/tables/${encodeURIComponent(table)}/best-move?seat=${seat}`, "GET", undefined, key);
}

/** The same for a record. */
export function reviewRecord(record: unknown, seat: number, hear?: Hear, signal?: AbortSignal): Promise<Wire.Review> {
  return follow(`/api/review?seat=${seat}`, "POST", record, "", hear, signal);
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
