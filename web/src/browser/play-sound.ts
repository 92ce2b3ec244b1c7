/** Plays a sound as the player's settings allow. The voices load with the first one, because nobody waits for them. */
export function play(name: string): void {
  import("./sounds").then((sounds) => sounds.play(name)).catch(() => undefined);
}
