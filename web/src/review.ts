/** Asking for the review of a finished game, which takes the server some seconds. */
import { request } from "./api";
import type * as Wire from "./wire";

/** The review of a table's game, from a seat. */
export function reviewOf(table: string, key: string, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/tables/${encodeURIComponent(table)}/review?seat=${seat}`, "GET", undefined, key);
}

/** The same of a record. */
export function reviewRecord(record: unknown, seat: number): Promise<Wire.Review> {
  return request<Wire.Review>(`/api/review?seat=${seat}`, "POST", record);
}
