import { untrack } from "svelte";

export type Urgency = "polite" | "assertive";

export interface Line {
  id: number;
  text: string;
}

const GATHER = 150; // milliseconds in which what is said joins into one announcement
const KEPT = 20; // announcements that stay on the page, for who reads back

/** What live regions hold: the page's, and that of an open dialog. Texts that come together are told as one, in order. */
class Announcer {
  lines: Line[] = $state.raw([]);
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #count = 0;

  say(text: string, urgency: Urgency): void {
    if (!text) return;
    this.#waiting.push(text);
    if (urgency === "assertive") this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const line = { id: this.#count++, text: this.#waiting.join(" ") };
    this.#waiting = [];
    this.lines = [...this.lines, line].slice(-KEPT);
  }
}

export const announcer = new Announcer();

/** Tells those who listen instead of look; "assertive" does not wait for what else may come. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  untrack(() => announcer.say(text, urgency)); // who announces in an effect does not depend on what was said
}
