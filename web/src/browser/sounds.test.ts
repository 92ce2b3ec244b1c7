import { afterEach, expect, test, vi } from "vitest";

import { has } from "../texts";
import sounds from "../testing/fixtures/sounds.json";
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
  createOscillator = (): object => {
    tones++;
    return node();
  };
}
let tones = 0;

/** A page that the player has touched, on a phone that can tremble. Counts the tones that a sound makes. */
async function touched() {
  vi.stubGlobal("AudioContext", FakeAudioContext);
  const vibrate = vi.fn();
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });
  Object.assign(settings, { sounds: true, volume: 80, haptics: false });
  const { play, VOICES } = await import("./sounds");
  const tonesOf = (name: string): number => {
    tones = 0;
    play(name);
    return tones;
  };
  return { vibrate, VOICES, tonesOf };
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

test("every sound of an event has a voice of its own, and every voice has words", async () => {
  const { VOICES } = await touched();
  expect(sounds.filter((sound) => !VOICES.includes(sound))).toEqual([]);
  expect(VOICES.filter((voice) => !has(`sound.${voice}`))).toEqual([]);
});

test("nothing sounds if sounds are off or the volume is zero", async () => {
  const { tonesOf } = await touched();
  expect(tonesOf("uno")).toBe(3);
  settings.volume = 0;
  expect(tonesOf("uno")).toBe(0);
  Object.assign(settings, { volume: 80, sounds: false });
  expect(tonesOf("uno")).toBe(0);
});

test("a phone trembles only if the player wants it to, even without sound", async () => {
  const { vibrate, tonesOf } = await touched();
  tonesOf("bad");
  expect(vibrate).not.toHaveBeenCalled();
  Object.assign(settings, { haptics: true, sounds: false });
  tonesOf("bad");
  expect(vibrate.mock.calls).toEqual([[120]]);
  tonesOf("play"); // too frequent to tremble
  expect(vibrate).toHaveBeenCalledOnce();
});
