/** The player's own part in the table's call: devices, the others' browsers, and what is sent to them. */
import { SvelteMap, SvelteSet } from "svelte/reactivity";

import type { CallView } from "../table/call-view";
import type { Table } from "../table/table.svelte";
import type * as Wire from "../wire";
import SeatMedia from "./SeatMedia.svelte";
import PerformerVideo from "./PerformerVideo.svelte";
import { type Choice, choose, chosen, Meter, open, why } from "./devices";
import { performerOf } from "./performer";
import { type Kind, Peer, type Sends, type Tracks } from "./peer.svelte";

/** With more callers than this, only the one who performs sends a picture. */
export const MOST_PICTURES = 5;
const LOOK = 150; // milliseconds between looks at who speaks
const LOUD = 0.02;
const REST = 700; // milliseconds between words

export class Call implements CallView {
  readonly AtSeat = SeatMedia;
  readonly PerformerVideo = PerformerVideo;
  /** Our call id. Empty while we aren't in the call. */
  id = $state("");
  /** The keys of sentences about what doesn't work. */
  trouble: Partial<Record<Kind | "call", string>> = $state({});
  /** The microphone is open, or would be while the button is held. */
  talking = $state(false);
  speaking = $state(false);
  /** How loud our microphone is, from 0 to 1. */
  level = $state(0);
  choice: Choice = $state(chosen());
  readonly peers = new SvelteMap<string, Peer>();
  /** Whom we don't want to hear, by call id. */
  readonly silenced = new SvelteSet<string>();

  #tracks: Tracks = $state.raw({ audio: null, video: null });
  #resuming = $state(false);
  #loud = new Map<string, number>(); // when they were loud the last time, by call id, and we by ""
  #listed = false; // the others know our id
  #config: RTCConfiguration = {};
  #meter: Meter | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #table: Table;
  readonly #duck: (on: boolean) => void;

  constructor(table: Table, duck: (on: boolean) => void = () => undefined) {
    this.#table = table;
    this.#duck = duck;
    table.onSignal = (signal) => this.#take(signal);
  }

  get media(): string {
    return this.#table.state.settings?.media ?? "off";
  }
  get kinds(): Kind[] {
    return this.media === "video" ? ["audio", "video"] : ["audio"];
  }
  microphone = $derived(this.#tracks.audio !== null);
  camera = $derived(this.#tracks.video !== null);
  performer = $derived.by(() => performerOf(this.#table.book, this.#table.state));
  crowded = $derived.by(() => this.#table.calls.length > MOST_PICTURES);
  /** Whether our picture is sent now. */
  showing = $derived.by(() => this.camera && (!this.crowded || this.performer === this.#table.you));
  sends: Sends = $derived({ microphone: this.microphone && this.talking, camera: this.showing });
  own: MediaStream | null = $derived(this.#tracks.video ? new MediaStream([this.#tracks.video]) : null);

  /** Follows the table. Call it while a component is set up. */
  follow(): void {
    $effect(() => this.#meet(this.#table.calls));
    $effect(() => {
      const video = this.showing ? this.#tracks.video : null;
      for (const peer of this.peers.values()) void peer.set("video", video);
    });
    $effect(() => {
      if (this.#tracks.audio) this.#tracks.audio.enabled = this.talking;
      for (const peer of this.peers.values()) peer.tell(this.sends);
    });
    $effect(() => {
      if (this.media === "voice") this.close("video");
      else for (const peer of this.peers.values()) peer.add("video");
    });
    $effect(() => {
      if (this.#table.status !== "open" && this.id) this.#resuming = true;
      else if (this.#resuming && this.#table.status === "open") void this.#resume();
    });
    $effect(() => () => this.leave());
  }

  /** Joins with what the player has opened, which may be nothing: then they just listen. */
  async join(tracks: Tracks): Promise<void> {
    this.trouble = {};
    choose($state.snapshot(this.choice));
    for (const kind of ["audio", "video"] as const) this.#use(kind, tracks[kind]);
    this.talking = !!tracks.audio && !this.choice.push;
    try {
      await this.#enter("");
    } catch (error) {
      this.#close();
      throw error;
    }
    this.#timer = setInterval(() => this.#look(), LOOK);
  }

  async #enter(again: string): Promise<void> {
    const answer = await this.#table.send({ do: "call", again });
    if (!("call" in answer)) return;
    if (answer.call !== this.id) {
      this.#part();
      this.#listed = false;
    }
    this.#config = { iceServers: answer.ice as RTCIceServer[], iceTransportPolicy: answer.relay ? "relay" : "all" };
    this.id = answer.call;
    this.#meet(this.#table.calls);
  }

  /** After a lost connection: the same call, if the server still knows it, and otherwise a new one with the same devices. */
  async #resume(): Promise<void> {
    try {
      await this.#enter(this.id);
      for (const peer of this.peers.values()) if (peer.state !== "connected") peer.again();
    } catch {
      this.#close();
    }
    this.#resuming = false;
  }

  /** Connects to those who are in the call, and parts from those who are gone. */
  #meet(calls: readonly Wire.CallerInfo[]): void {
    if (!this.id || this.#resuming) return;
    const listed = calls.some(({ call }) => call === this.id);
    if (!listed && this.#listed) this.#ended(calls);
    this.#listed = listed;
    if (!listed) return;
    for (const [id, peer] of this.peers) {
      if (calls.some(({ call }) => call === id)) continue;
      peer.close();
      this.peers.delete(id);
    }
    for (const { call } of calls) if (call !== this.id) this.#peer(call);
  }

  #ended(calls: readonly Wire.CallerInfo[]): void {
    const elsewhere = calls.some(({ seat }) => seat === this.#table.you);
    this.#close();
    this.trouble = { call: elsewhere ? "media.ended.elsewhere" : "media.ended" };
  }

  #peer(id: string): Peer {
    let peer = this.peers.get(id);
    if (!peer) {
      peer = new Peer({
        polite: this.id < id,
        config: this.#config,
        kinds: this.kinds,
        tracks: { audio: this.#tracks.audio, video: this.showing ? this.#tracks.video : null },
        sends: this.sends,
        signal: (signal) => this.#table.say({ do: "signal", to: id, ...signal }),
      });
      this.peers.set(id, peer);
    }
    return peer;
  }

  #take(signal: Wire.SignalFrame): void {
    if (this.id && this.#table.calls.some(({ call }) => call === signal.from)) this.#peer(signal.from).take(signal);
  }

  // ---- devices --------------------------------------------------------------------------------------
  #use(kind: Kind, track: MediaStreamTrack | null): void {
    const before = this.#tracks[kind];
    if (before !== track) before?.stop();
    this.#tracks = { ...this.#tracks, [kind]: track };
    if (track) track.onended = () => this.#lost(kind, track);
    if (kind === "audio") {
      this.#meter?.close();
      this.#meter = track ? new Meter(track) : null;
    }
    for (const peer of this.peers.values()) void peer.set(kind, kind === "audio" || this.showing ? track : null);
  }

  /** A device was unplugged or taken away. */
  #lost(kind: Kind, track: MediaStreamTrack): void {
    if (this.#tracks[kind] !== track) return;
    this.close(kind);
    this.trouble[kind] = `media.lost.${kind}`;
  }

  /** Opens the microphone or the camera, if the player allows it. */
  async open(kind: Kind): Promise<void> {
    delete this.trouble[kind];
    try {
      const track = await open(kind, this.choice[kind]);
      if (!this.id) return track.stop();
      this.#use(kind, track);
      if (kind === "audio") this.talking = !this.choice.push;
    } catch (error) {
      this.trouble[kind] = why(error, kind);
    }
  }

  close(kind: Kind): void {
    if (this.#tracks[kind]) this.#use(kind, null);
    if (kind === "audio") this.talking = false;
  }

  /** Takes another device, and keeps it for the next time. */
  async change(choice: Partial<Choice>): Promise<void> {
    this.choice = { ...this.choice, ...choice };
    choose($state.snapshot(this.choice));
    if (choice.push !== undefined) this.talking = this.microphone && !choice.push;
    for (const kind of ["audio", "video"] as const) if (choice[kind] !== undefined && this.#tracks[kind]) await this.open(kind);
  }

  // ---- the others -----------------------------------------------------------------------------------
  idAt(seat: number): string {
    return this.#table.calls.find((each) => each.seat === seat)?.call ?? "";
  }
  peerAt(seat: number): Peer | undefined {
    return this.peers.get(this.idAt(seat));
  }
  /** Whether we don't hear the player in a seat, because we don't want to. */
  isSilenced(seat: number): boolean {
    return this.silenced.has(this.idAt(seat)) || !!this.#table.state.muted?.includes(seat);
  }
  silence(seat: number, on: boolean): void {
    if (on) this.silenced.add(this.idAt(seat));
    else this.silenced.delete(this.idAt(seat));
  }
  /** The picture of the player in a seat, ours too. */
  pictureAt(seat: number): MediaStream | null {
    if (seat === this.#table.you) return this.own;
    if (this.media !== "video") return null; // whatever a peer sends
    const peer = this.peerAt(seat);
    return peer?.sends.camera && !this.isSilenced(seat) ? peer.picture : null;
  }
  speaksAt(seat: number): boolean {
    return seat === this.#table.you ? this.speaking : !!this.peerAt(seat)?.speaking && !this.isSilenced(seat);
  }
  /** Who is in the spotlight: the one who performs, if they are in the call. */
  spot = $derived.by(() => (this.id && this.performer !== null && this.idAt(this.performer) ? this.performer : null));
  /** The seats that we can't reach. */
  get unreachable(): number[] {
    return this.#table.calls.filter(({ call }) => this.peers.get(call)?.state === "unreachable").map(({ seat }) => seat);
  }

  #look(): void {
    this.level = this.#meter?.level() ?? 0;
    this.speaking = this.talking && this.#isLoud("", this.level);
    for (const [id, peer] of this.peers) peer.speaking = peer.sends.microphone && this.#isLoud(id, peer.level());
    this.#duck(this.#table.calls.some(({ seat }) => seat !== this.#table.you && this.speaksAt(seat)));
  }

  /** Whether somebody is or was loud a moment ago, because a voice rests between words. */
  #isLoud(id: string, level: number): boolean {
    const now = performance.now();
    if (level > LOUD) this.#loud.set(id, now);
    return now - (this.#loud.get(id) ?? -REST) < REST;
  }

  // ---- the end --------------------------------------------------------------------------------------
  leave(): void {
    if (this.id) this.#table.say({ do: "hang-up" });
    this.#close();
  }

  #part(): void {
    for (const peer of this.peers.values()) peer.close();
    this.peers.clear();
  }

  #close(): void {
    clearInterval(this.#timer);
    this.id = "";
    this.#part();
    for (const kind of ["audio", "video"] as const) this.close(kind);
    this.#duck(false);
    this.speaking = false;
  }
}
