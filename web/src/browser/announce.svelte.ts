import { untrack } from "svelte";

export type Urgency = "polite" | "assertive";

export interface Line {
  id: number;
  text: string;
}

const GATHER = 150; // milliseconds in which texts join into one announcement
const KEPT = 20; // announcements that stay on the page, for reading back

/** What the live regions hold, on the page and in an open dialog. Texts that arrive together are announced as one, in order. */
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

/** Announces a text to screen readers. "assertive" doesn't wait for others to join it. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  untrack(() => announcer.say(text, urgency)); // an effect that announces mustn't depend on the lines
}
