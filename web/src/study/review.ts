/** Requests the review of a finished game. It takes the server a few seconds. */
import { request } from "../connection/api";
import type * as Wire from "../wire";

/** The review of a table's game, for one seat. */
export function reviewOf(table: string, key: string, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`, "GET", undefined, key);
}

/** A seat's best move, which takes the server a moment. */
export function bestMoveOf(table: string, key: string, seat: number): Promise<Wire.BestMove> {
  return request<Wire.BestMove>(`/api/tables/${encodeURIComponent(table)}/best-move?seat=${seat}`, "GET", undefined, key);
}

/** The same for a record. */
export function reviewRecord(record: unknown, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/review?seat=${seat}`, "POST", record);
}
