// What happens at a table before the start, in words for screen readers.
import { t } from "../texts";
import type * as Wire from "../wire";

type Seats = readonly (Wire.SeatInfo | null)[];

/** Says who came, went or got ready between two states of the seats. */
export function news(before: Seats, after: Seats): string[] {
  const old = new Map(before.flatMap((seat) => (seat ? [[seat.name, seat]] : [])));
  const told: string[] = [];
  for (const seat of after) {
    if (!seat) continue;
    const was = old.get(seat.name);
    old.delete(seat.name);
    if (!was) told.push(t("news.came", { name: seat.name }));
    else if (!seat.bot && seat.away && !was.away) told.push(t("news.away", { name: seat.name }));
    else if (!seat.bot && !seat.away && was.away) told.push(t("news.back", { name: seat.name }));
    else if (!seat.bot && seat.ready && !was.ready) told.push(t("news.ready", { name: seat.name }));
  }
  return [...told, ...[...old.keys()].map((name) => t("news.left", { name }))];
}
