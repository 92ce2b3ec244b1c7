/** What players have just said, by seat. Each shows for a moment, and what others say is announced. */
import { announce } from "../browser/announce.svelte";
import { play } from "../browser/play-sound";
import { t } from "../texts";
import { emotePicture, lastOf, lineText } from "./chat";
import type { Table } from "./table.svelte";

const SHOWN_FOR = 5000;

export class Bubbles {
  bySeat: Record<number, string> = $state({});

  /** Shows every new line of the chat. Call it while a component is set up. */
  constructor(table: Table) {
    let seen = lastOf(table.chat);
    $effect(() => {
      for (const line of table.chat.filter(({ n }) => n > seen)) {
        const text = lineText(line);
        this.#show(line.seat, `${emotePicture(line.emote)} ${text}`.trim());
        if (line.seat === table.you) continue;
        announce(t("talk.says", { name: line.name, text }));
        play("chat");
      }
      seen = lastOf(table.chat);
    });
  }

  #show(seat: number, text: string): void {
    this.bySeat[seat] = text;
    setTimeout(() => this.bySeat[seat] === text && delete this.bySeat[seat], SHOWN_FOR);
  }
}
