/** The connection to another caller's browser: perfect negotiation, candidates in batches, and another try when it fails. */
import type * as Wire from "../wire";

export type Kind = "audio" | "video";
/** What a caller sends. Told over the connection itself, so the server doesn't know it. */
export interface Sends {
  microphone: boolean;
  camera: boolean;
}
export type Outgoing = Omit<Wire.Signal, "do" | "to" | "id">;
export type Tracks = Record<Kind, MediaStreamTrack | null>;

export const BITRATES: Record<Kind, number> = { audio: 32_000, video: 200_000 }; // bits a second, to each of the others
const CODECS: Record<Kind, RegExp> = { audio: /opus/i, video: /vp8|rtx/i }; // short offers: every browser knows these
const BATCH = 80; // milliseconds in which candidates are gathered
const MOST_CANDIDATES = 16; // in one signal
const LARGEST_SDP = 6500;
const PATIENCE = 12_000; // milliseconds until a connection that isn't there counts as failed
const GRACE = 3_000; // milliseconds for an interrupted connection to come back by itself
const LONGEST_WAIT = 30_000;

interface Options {
  /** Gives way if two offers meet, and waits for the first offer. */
  polite: boolean;
  config: RTCConfiguration;
  kinds: readonly Kind[];
  tracks: Tracks;
  sends: Sends;
  signal: (signal: Outgoing) => void;
}

export class Peer {
  state: "connecting" | "connected" | "unreachable" = $state("connecting");
  voice: MediaStream | null = $state.raw(null);
  picture: MediaStream | null = $state.raw(null);
  sends: Sends = $state.raw({ microphone: false, camera: false });
  speaking = $state(false);

  readonly #connection: RTCPeerConnection;
  readonly #options: Options;
  #channel: RTCDataChannel | null = null;
  #work: Promise<unknown> = Promise.resolve();
  #offering = false;
  #ignoring = false;
  #candidates: Wire.Candidate[] = [];
  #batch: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  constructor(options: Options) {
    this.#options = { ...options, tracks: { ...options.tracks } };
    const connection = new RTCPeerConnection({ ...options.config, bundlePolicy: "max-bundle" });
    this.#connection = connection;
    connection.onicecandidate = ({ candidate }) => candidate && this.#collect(candidate.toJSON() as Wire.Candidate);
    connection.onnegotiationneeded = () => void this.#offer();
    connection.ontrack = ({ track }) => this.#receive(track);
    connection.onconnectionstatechange = () => this.#changed();
    this.#wait(PATIENCE);
    if (!options.polite) this.#open();
  }

  /** What both sides need before the first answer. A polite one waits for the offer, whose slots it fills. */
  #open(): void {
    for (const kind of this.#options.polite ? [] : this.#options.kinds) this.add(kind);
    const channel = this.#connection.createDataChannel("sends", { negotiated: true, id: 0 });
    channel.onopen = () => this.tell(this.#options.sends);
    channel.onmessage = ({ data }) => (this.sends = read(data));
    this.#channel = channel;
  }

  /** Makes room for voice or video. Only the one who makes the first offer does. */
  add(kind: Kind): void {
    if (this.#options.polite || this.#slot(kind)) return;
    const slot = this.#connection.addTransceiver(kind, {
      direction: "sendrecv",
      sendEncodings: [{ maxBitrate: BITRATES[kind] }],
    });
    prefer(slot, kind);
    void this.set(kind, this.#options.tracks[kind]);
  }

  #slot(kind: Kind): RTCRtpTransceiver | undefined {
    return this.#connection
      .getTransceivers()
      .find(({ receiver, direction }) => receiver.track.kind === kind && direction !== "stopped");
  }

  /** Sends this track from now on. */
  async set(kind: Kind, track: MediaStreamTrack | null): Promise<void> {
    this.#options.tracks[kind] = track;
    await this.#slot(kind)
      ?.sender.replaceTrack(track)
      .catch(() => undefined);
  }

  /** Tells the other side what it can expect. */
  tell(sends: Sends): void {
    this.#options.sends = sends;
    if (this.#channel?.readyState === "open") this.#channel.send(JSON.stringify(sends));
  }

  /** Takes a signal in. What makes no sense is left out. */
  take(signal: Wire.SignalFrame): void {
    this.#work = this.#work.then(() => this.#take(signal)).catch(() => undefined);
  }

  async #take({ kind, sdp = "", candidates = [] }: Wire.SignalFrame): Promise<void> {
    const connection = this.#connection;
    if (kind === "candidates") {
      for (const candidate of candidates) await connection.addIceCandidate(candidate).catch(() => undefined);
      return;
    }
    const collides = kind === "offer" && (this.#offering || connection.signalingState !== "stable");
    this.#ignoring = collides && !this.#options.polite;
    if (this.#ignoring) return;
    await connection.setRemoteDescription({ type: kind, sdp });
    if (kind === "offer") {
      if (!this.#channel) this.#open();
      await this.#fill();
      await connection.setLocalDescription();
      this.#describe();
    }
    this.#limit();
  }

  /** Sends in every slot that the other side has offered. */
  async #fill(): Promise<void> {
    for (const slot of this.#connection.getTransceivers()) {
      const kind = slot.receiver.track.kind as Kind;
      if (slot.direction === "stopped" || slot.direction === "sendrecv") continue;
      slot.direction = "sendrecv";
      prefer(slot, kind);
      await slot.sender.replaceTrack(this.#options.tracks[kind]).catch(() => undefined);
    }
  }

  async #offer(): Promise<void> {
    try {
      this.#offering = true;
      await this.#connection.setLocalDescription();
      this.#describe();
    } catch {
      this.#wait(GRACE);
    } finally {
      this.#offering = false;
    }
  }

  #describe(): void {
    const { type, sdp } = this.#connection.localDescription ?? {};
    if ((type !== "offer" && type !== "answer") || !sdp) return;
    const short = sdp.length > LARGEST_SDP ? sdp.replace(/^a=candidate:.*\r\n/gm, "") : sdp; // they were sent on their own
    this.#options.signal({ kind: type, sdp: short });
  }

  #limit(): void {
    for (const { sender, receiver } of this.#connection.getTransceivers()) {
      const settings = sender.getParameters();
      if (!settings.encodings?.length) continue;
      settings.encodings[0].maxBitrate = BITRATES[receiver.track.kind as Kind];
      sender.setParameters(settings).catch(() => undefined);
    }
  }

  #collect(candidate: Wire.Candidate): void {
    this.#candidates.push(candidate);
    this.#batch ??= setTimeout(() => {
      this.#batch = undefined;
      const found = this.#candidates.splice(0);
      for (let at = 0; at < found.length; at += MOST_CANDIDATES)
        this.#options.signal({ kind: "candidates", candidates: found.slice(at, at + MOST_CANDIDATES) });
    }, BATCH);
  }

  #receive(track: MediaStreamTrack): void {
    const stream = new MediaStream([track]);
    if (track.kind === "audio") this.voice = stream;
    else this.picture = stream;
  }

  #changed(): void {
    const { connectionState } = this.#connection;
    if (connectionState === "connected") {
      this.state = "connected";
      this.#tries = 0;
      clearTimeout(this.#timer);
    } else if (connectionState === "disconnected") this.#wait(GRACE);
    else if (connectionState === "failed") this.again();
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.again(), milliseconds);
  }

  /** Tries another way to the other browser, and again some time later if that doesn't work either. */
  again(): void {
    const connection = this.#connection;
    if (connection.connectionState === "closed" || connection.connectionState === "connected") return;
    if (this.#tries) this.state = "unreachable";
    this.#wait(Math.min(LONGEST_WAIT, PATIENCE * (1 + this.#tries++)));
    if (!this.#channel) return; // the first offer comes from the other side
    connection.restartIce();
    if (connection.signalingState === "have-local-offer") void this.#offer(); // which may have been lost
  }

  /** How loud the other one is now, from 0 to 1. */
  level(): number {
    return this.#slot("audio")?.receiver.getSynchronizationSources?.()[0]?.audioLevel ?? 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#batch);
    this.#connection.onconnectionstatechange = null;
    this.#connection.close();
  }
}

/** Prefers the codecs that every browser knows. */
function prefer(slot: RTCRtpTransceiver, kind: Kind): void {
  const known = RTCRtpReceiver.getCapabilities?.(kind)?.codecs ?? [];
  const chosen = known.filter(({ mimeType }) => CODECS[kind].test(mimeType));
  try {
    if (chosen.length) slot.setCodecPreferences?.(chosen);
  } catch {
    // then the browser's own order holds
  }
}

/** What another browser says it sends. Anything else counts as nothing. */
export function read(data: unknown): Sends {
  try {
    const told = JSON.parse(String(data).slice(0, 200)) as Partial<Sends> | null;
    return { microphone: told?.microphone === true, camera: told?.camera === true };
  } catch {
    return { microphone: false, camera: false };
  }
}
