import { afterEach, expect, test, vi } from "vitest";

import { settings } from "./settings.svelte";

const targets: number[] = [];

/** A part of the sound graph that takes everything it is told. */
const node = (): object => ({
  gain: {
    value: 0,
    setValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
    setTargetAtTime: (value: number) => targets.push(value),
  },
  frequency: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  connect: (to: object) => to,
  start: () => undefined,
  stop: () => undefined,
});
class FakeAudioContext {
  state = "running";
  currentTime = 0;
  destination = {};
  master = node();
  static last: FakeAudioContext;
  #gains = 0;
  constructor() {
    FakeAudioContext.last = this;
  }
  createGain = (): object => (this.#gains++ ? node() : this.master);
  createOscillator = node;
}

afterEach(() => vi.unstubAllGlobals());

test("effects are quieter while somebody speaks, those that play and those to come", async () => {
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  settings.sounds = true;
  settings.volume = 80;
  const { duck, play } = await import("./sounds");
  const loudness = (): number => (FakeAudioContext.last.master as { gain: { value: number } }).gain.value;
  play("uno");
  expect(loudness()).toBe(0.8);
  duck(true);
  expect(targets).toEqual([0.2]);
  play("uno");
  expect(loudness()).toBe(0.2);
  duck(false);
  expect(targets).toEqual([0.2, 0.8]);
});
