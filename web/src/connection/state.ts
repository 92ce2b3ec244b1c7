/** A table as one viewer knows it, and how frames change it. Pure: no page, no socket. */
import type * as Wire from "../wire";

export type TableState = Wire.State;
export type Frame = Wire.FirstFrame | Wire.UpdateFrame;
export type Stage = NonNullable<TableState["stage"]>;

/** The state after a frame. The old state isn't changed. A null in `set` is a value like any other. */
export function applyFrame(state: TableState, frame: Frame): TableState {
  if ("version" in frame) return { ...frame.set };
  return frame.set ? { ...state, ...frame.set } : state;
}

export interface Happened {
  n: number;
  event: Wire.GameEvent;
  /** The number of the first event that was told together with it. */
  since?: number;
}

/** The events after a frame. If the table was set back, the events it lost are dropped. */
export function happened(known: readonly Happened[], frame: Frame): Happened[] {
  const events = frame.events ?? [];
  const from = frame.e - events.length;
  return [...known.filter(({ n }) => n < from), ...events.map((event, i) => ({ n: from + i, event, since: from }))];
}

/** Whether a message is a frame with news of the table, not just an answer. */
export function isFrame(message: Wire.Message): message is Frame {
  return "n" in message;
}

/** Fills in the free text of a move: `line …` with "hello" is `line hello`. */
export function fillMove(move: string, text: string): string {
  return move.replace(/…$/, text.trim());
}
