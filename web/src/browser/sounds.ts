/** One set of short, soft sounds made of tones and noise, so no file is loaded. Silent until the player touches the page. */
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
let master: GainNode | null = null;
let ducked = false;

/** Makes effects quieter while somebody speaks. */
export function duck(on: boolean): void {
  ducked = on;
  if (context && master) master.gain.setTargetAtTime(loudness(), context.currentTime, 0.1);
}

const loudness = (): number => (settings.volume / 100) * (ducked ? 0.25 : 1);

function audio(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  if (!master) {
    master = context.createGain();
    master.connect(context.destination);
  }
  master.gain.value = loudness();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return context.state === "running" ? context : null;
}

function tone(at: number, pitch: number, length: number, loud: number, kind: OscillatorType = "sine", to = pitch): void {
  const sound = context!;
  const oscillator = sound.createOscillator();
  const gain = sound.createGain();
  const start = sound.currentTime + at;
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(master!);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** The rustle of a card. */
function rustle(at: number, pitch: number, length: number, loud: number): void {
  const sound = context!;
  const frames = Math.ceil(sound.sampleRate * length);
  const buffer = sound.createBuffer(1, frames, sound.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = sound.createBufferSource();
  const filter = sound.createBiquadFilter();
  const gain = sound.createGain();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  gain.gain.value = loud;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(master!);
  source.start(sound.currentTime + at);
}

const chord = (pitches: number[], gap: number, length: number, loud: number, kind: OscillatorType = "triangle"): void =>
  pitches.forEach((pitch, i) => tone(i * gap, pitch, length, loud, kind));

/** The voices: cards rustle, good news rises, bad news falls, tension stays low. All in C major, so they go together. */
const SOUNDS: Record<string, () => void> = {
  play: () => {
    rustle(0, 2400, 0.09, 0.35);
    tone(0.02, 190, 0.09, 0.2, "triangle", 120);
  },
  draw: () => rustle(0, 3600, 0.14, 0.22),
  slide: () => {
    rustle(0, 3000, 0.16, 0.2);
    tone(0.08, 523, 0.16, 0.06, "sine", 659);
  },
  color: () => tone(0, 392, 0.3, 0.07, "sine", 784),
  skip: () => tone(0, 587, 0.18, 0.1, "triangle", 294),
  turn: () => {
    tone(0, 330, 0.18, 0.08, "triangle", 523);
    tone(0.16, 523, 0.18, 0.08, "triangle", 330);
  },
  uno: () => chord([523, 659, 784], 0.09, 0.2, 0.12),
  bad: () => tone(0, 220, 0.24, 0.12, "triangle", 147),
  tense: () => chord([131, 156], 0.12, 0.32, 0.12),
  verdict: () => chord([262, 392], 0.14, 0.3, 0.11),
  chime: () => chord([440, 554, 659], 0.05, 0.22, 0.06, "sine"),
  special: () => chord([392, 494, 587, 740], 0.06, 0.3, 0.07, "sine"),
  win: () => chord([523, 659, 784, 1047], 0.13, 0.4, 0.1),
  "your-turn": () => chord([659, 880], 0.1, 0.2, 0.08, "sine"),
  tick: () => tone(0, 988, 0.05, 0.07, "square", 880),
  heart: () => {
    tone(0, 70, 0.12, 0.3, "sine", 50);
    tone(0.18, 65, 0.14, 0.24, "sine", 45);
  },
  chat: () => tone(0, 988, 0.1, 0.06),
  throw: () => {
    rustle(0, 1800, 0.3, 0.12);
    tone(0.54, 523, 0.14, 0.08, "sine", 392);
  },
};

/** The names of all voices. */
export const VOICES: readonly string[] = Object.keys(SOUNDS);

/** What a phone does with a sound: milliseconds of trembling and rest. */
const SHAKES: Record<string, number | number[]> = {
  "your-turn": 40,
  uno: [30, 40, 30],
  bad: 120,
  tick: 15,
  heart: [20, 90, 30],
  win: [40, 50, 40, 50, 80],
};

const heard = new Set<(sound: string) => void>();

/** Calls back with every sound, whether or not it can be heard, for captions. Returns a function that stops it. */
export function onSound(listener: (sound: string) => void): () => void {
  heard.add(listener);
  return () => heard.delete(listener);
}

/** Plays a sound as the player's settings allow. A name that nobody knows sounds like something special. */
export function play(name: string): void {
  for (const listener of heard) listener(name);
  if (settings.haptics && name in SHAKES && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES[name]);
  if (settings.sounds && settings.volume > 0 && audio()) (SOUNDS[name] ?? SOUNDS.special)();
}
