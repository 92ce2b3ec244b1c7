/** The microphone and the camera: opening them, choosing among them, and why that can't be done. */
import { read, write } from "../browser/storage";
import type { Kind } from "./peer.svelte";

export interface Choice {
  audio: string; // the id of a device, or "" for the browser's own choice
  video: string;
  /** The microphone is open only while a button is held. */
  push: boolean;
}

/** What the player chose the last time, in this browser. */
export const chosen = (): Choice => ({ audio: "", video: "", push: false, ...read<Partial<Choice>>("devices", {}) });
export const choose = (choice: Choice): void => write("devices", choice);

const WANTED: Record<Kind, MediaTrackConstraints> = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  video: { width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 15, max: 20 } },
};

/** The key of a sentence that says why this page can't call at all, or "". */
export function unable(): string {
  if (!globalThis.isSecureContext) return "media.no.https";
  return "RTCPeerConnection" in globalThis && !!navigator.mediaDevices ? "" : "media.no.browser";
}

/** The key of a sentence that says why a device doesn't open. */
export function why(error: unknown, kind: Kind): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return `media.no.permission.${kind}`;
  return name === "NotReadableError" || name === "AbortError" ? `media.no.busy.${kind}` : `media.no.device.${kind}`;
}

const get = async (kind: Kind, wanted: MediaTrackConstraints): Promise<MediaStreamTrack> =>
  (await navigator.mediaDevices.getUserMedia({ [kind]: wanted })).getTracks()[0];

/** Opens a device, or the browser's choice if it is gone. The browser asks the player first. */
export async function open(kind: Kind, device: string): Promise<MediaStreamTrack> {
  const wanted = WANTED[kind];
  if (!device) return get(kind, wanted);
  try {
    return await get(kind, { ...wanted, deviceId: { exact: device } }); // browsers don't heed one that is only ideal
  } catch (error) {
    if ((error as Partial<Error>).name === "OverconstrainedError") return get(kind, wanted);
    throw error;
  }
}

/** The devices of a kind, with their names as far as the browser tells them. */
export async function devices(kind: Kind): Promise<MediaDeviceInfo[]> {
  const all = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return all.filter((device) => device.kind === `${kind}input` && device.deviceId);
}

/** How loud a microphone is, from 0 to 1. */
export class Meter {
  #context: AudioContext | null = null;
  #analyser: AnalyserNode | null = null;
  #samples = new Float32Array(4096); // most of the time between two looks, so that no short sound is missed

  constructor(track: MediaStreamTrack) {
    try {
      this.#context = new AudioContext();
      this.#analyser = this.#context.createAnalyser();
      this.#analyser.fftSize = this.#samples.length;
      this.#context.createMediaStreamSource(new MediaStream([track])).connect(this.#analyser);
    } catch {
      this.#analyser = null; // then it shows nothing
    }
  }

  level(): number {
    if (!this.#analyser) return 0;
    this.#analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.min(1, Math.sqrt(power) * 4);
  }

  close(): void {
    this.#analyser = null;
    void this.#context?.close().catch(() => undefined);
  }
}
