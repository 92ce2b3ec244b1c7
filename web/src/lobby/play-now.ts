/** One tap to a table of bots. */
import { go } from "../browser/route.svelte";
import * as storage from "../browser/storage";
import { createTable } from "../connection/api";
import { t } from "../texts";
import type * as Wire from "../wire";
import { lengthOf } from "./game-length";

/** What the player chose last on the home page. */
export interface Quick {
  edition: string;
  players: number;
  level: string;
  /** Whether the game goes on until somebody has enough points. */
  whole?: boolean;
}

export const lastQuick = (): Quick => ({
  ...{ edition: "", players: 4, level: "medium" },
  ...storage.read<Partial<Quick>>("quick", {}),
});

/** Opens a table of the edition, and goes there. Bots take the other seats, and the game begins. */
export async function openTable(quick: Quick, info: Wire.EditionInfo | undefined): Promise<void> {
  const { edition, players, level, whole } = quick;
  const bots = Array<string>(players - 1).fill(level);
  const name = storage.name() || t("home.guest");
  const options = lengthOf(info, whole);
  const face = storage.face();
  const made = await createTable({ edition, name, seats: players, bots, options, token: storage.token(), face });
  storage.keepTable(made.table, made);
  storage.write("start", made.table);
  go(`table=${made.table}`);
}
