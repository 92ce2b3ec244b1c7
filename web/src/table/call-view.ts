/** The table's call, as the table shows it at the seats. The call itself is loaded where a table has one. */
import type { Component } from "svelte";

import type { EditionBook } from "../connection/catalog";

export interface CallView {
  /** Our call id. Empty while we aren't in the call. */
  readonly id: string;
  /** The seat in the spotlight. */
  readonly spot: number | null;
  /** The call id of the player in a seat, or "". */
  idAt(seat: number): string;
  isSilenced(seat: number): boolean;
  /** Doesn't play the voice of the player in a seat. */
  silence(seat: number, on: boolean): void;
  /** Draws a picture over a face, and a ring while the player speaks. */
  readonly AtSeat: Component<{ seat: number }>;
  /** Draws the one in the spotlight, with what they do. `bare` is for a dialog that has its own clock. */
  readonly PerformerVideo: Component<{ seat: number; book: EditionBook; bare?: boolean }>;
}
