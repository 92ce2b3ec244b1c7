import { Refused } from "../connection/api";

/** Whether the server shows a game to nobody but those who were at its table, and this browser wasn't. */
export const isStranger = (error: unknown): boolean =>
  error instanceof Refused && (error.code === "no-token" || error.code === "no-seat");
