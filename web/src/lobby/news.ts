// What happens at a table before the start, in words for screen readers.
import { t } from "../texts";
import type * as Wire from "../wire";

type Seats = readonly (Wire.SeatInfo | null)[];

/** Says which others came, went, or are ready or no longer ready between two states of the seats. */
export function news(before: Seats, after: Seats, own = ""): string[] {
  const old = new Map(before.flatMap((seat) => (seat ? [[seat.name, seat]] : [])));
  old.delete(own);
  const told: string[] = [];
  for (const seat of after) {
    if (!seat || seat.name === own) continue;
    const was = old.get(seat.name);
    old.delete(seat.name);
    if (!was) told.push(t("news.came", { name: seat.name }));
    else if (!seat.bot && seat.away && !was.away) told.push(t("news.away", { name: seat.name }));
    else if (!seat.bot && !seat.away && was.away) told.push(t("news.back", { name: seat.name }));
    else if (!seat.bot && seat.ready && !was.ready) told.push(t("news.ready", { name: seat.name }));
    else if (!seat.bot && !seat.ready && was.ready) told.push(t("news.unready", { name: seat.name }));
  }
  return [...told, ...[...old.keys()].map((name) => t("news.left", { name }))];
}
