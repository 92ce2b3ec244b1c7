/** Sounds made of tones and noise, so no file is loaded. The page is silent until the player touches it. */

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  return context.state === "running" ? context : null;
}

function tone(
  sound: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  kind: OscillatorType = "sine",
  to = pitch,
): void {
  const oscillator = sound.createOscillator();
  const gain = sound.createGain();
  const start = sound.currentTime + at;
  oscillator.type = kind;
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(sound.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** The rustle of a card. */
function rustle(sound: AudioContext, at: number, pitch: number, length: number, loud: number): void {
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
  source.connect(filter).connect(gain).connect(sound.destination);
  source.start(sound.currentTime + at);
}

export type Sound = "play" | "draw" | "turn" | "uno" | "special" | "bad" | "win" | "chat";

const SOUNDS: Record<Sound, (sound: AudioContext) => void> = {
  play: (s) => {
    rustle(s, 0, 2400, 0.09, 0.35);
    tone(s, 0.02, 190, 0.09, 0.2, "triangle", 120);
  },
  draw: (s) => rustle(s, 0, 3600, 0.14, 0.22),
  turn: (s) => {
    tone(s, 0, 660, 0.16, 0.08);
    tone(s, 0.1, 880, 0.22, 0.08);
  },
  uno: (s) => [523, 659, 784].forEach((pitch, i) => tone(s, i * 0.09, pitch, 0.2, 0.12, "triangle")),
  special: (s) => [392, 494, 587, 740].forEach((pitch, i) => tone(s, i * 0.06, pitch, 0.3, 0.07)),
  bad: (s) => tone(s, 0, 220, 0.22, 0.12, "triangle", 150),
  win: (s) => [523, 659, 784, 1047].forEach((pitch, i) => tone(s, i * 0.13, pitch, 0.4, 0.1, "triangle")),
  chat: (s) => tone(s, 0, 990, 0.1, 0.06),
};

/** Plays a sound, if the browser lets us. */
export function play(name: Sound): void {
  const sound = audio();
  if (sound) SOUNDS[name](sound);
}
