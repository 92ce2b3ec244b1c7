/** A table as one viewer knows it, and how frames change it. Pure: no page, no socket. */
import type * as Wire from "./wire";

export type TableState = Wire.State;
export type Frame = Wire.FirstFrame | Wire.UpdateFrame;
export type Stage = NonNullable<TableState["stage"]>;

/** The state after a frame; the state before is left as it is. A null in `set` is a value like any other. */
export function applyFrame(state: TableState, frame: Frame): TableState {
  if ("version" in frame) return { ...frame.set };
  return frame.set ? { ...state, ...frame.set } : state;
}

/** Whether a message is news of the table, and not only an answer. */
export function isFrame(message: Wire.Message): message is Frame {
  return "n" in message;
}

/** The free text of a move with a placeholder: `line …` with "hello" is `line hello`. */
export function fillMove(move: string, text: string): string {
  return move.replace(/…$/, text.trim());
}
