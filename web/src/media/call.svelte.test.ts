// Whole calls with connections that only remember what they are given: who sends a picture, who is seen, and who is heard.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Table } from "../table/table.svelte";
import type * as Wire from "../wire";
import { Call, MOST_PICTURES } from "./call.svelte";
import type { Kind } from "./peer.svelte";

class Slot {
  direction: RTCRtpTransceiverDirection;
  sent: MediaStreamTrack | null = null;
  receiver: { track: { kind: Kind }; getSynchronizationSources: () => object[] };
  sender = {
    replaceTrack: async (track: MediaStreamTrack | null): Promise<void> => void (this.sent = track),
    getParameters: (): object => ({}),
  };
  constructor(
    readonly connection: FakeConnection,
    kind: Kind,
    direction: RTCRtpTransceiverDirection,
  ) {
    this.direction = direction;
    this.receiver = { track: { kind }, getSynchronizationSources: () => [{ audioLevel: connection.loudness }] };
  }
}

let made: FakeConnection[] = [];
/** The connections that the player in a seat has made. */
const of = (seat: number): FakeConnection[] =>
  made.filter(({ owner, connectionState }) => owner === `seat ${seat}` && connectionState !== "closed");

/** A connection whose offers and answers name the slots it has. */
class FakeConnection {
  signalingState = "stable";
  connectionState = "new";
  localDescription: { type: string; sdp: string } | null = null;
  onnegotiationneeded: (() => void) | null = null;
  loudness = 0;
  readonly slots: Slot[] = [];
  readonly owner: string;

  constructor({ iceServers = [] }: RTCConfiguration) {
    this.owner = String(iceServers[0].urls);
    made.push(this);
  }
  createDataChannel = (): object => ({});
  getTransceivers = (): Slot[] => this.slots;
  addTransceiver(kind: Kind): Slot {
    this.slots.push(new Slot(this, kind, "sendrecv"));
    if (this.slots.length === 1) queueMicrotask(() => this.onnegotiationneeded?.());
    return this.slots.at(-1)!;
  }
  async setLocalDescription(): Promise<void> {
    const isAnswer = this.signalingState === "have-remote-offer";
    const sdp = this.slots.map(({ receiver }) => receiver.track.kind).join(" ");
    this.localDescription = { type: isAnswer ? "answer" : "offer", sdp };
    this.signalingState = isAnswer ? "stable" : "have-local-offer";
  }
  async setRemoteDescription({ type, sdp }: { type: string; sdp: string }): Promise<void> {
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
    if (type === "offer")
      for (const kind of sdp.split(" ").slice(this.slots.length)) this.slots.push(new Slot(this, kind as Kind, "recvonly"));
    this.connectionState = "connected";
  }
  restartIce = (): void => undefined;
  close = (): void => void (this.connectionState = "closed");
}

class FakeTable {
  state: Wire.State = $state.raw({});
  calls: Wire.CallerInfo[] = $state.raw([]);
  status = $state("open");
  book = undefined;
  onSignal: ((signal: Wire.SignalFrame) => void) | null = null;
  said: Wire.Command[] = [];

  constructor(
    readonly you: number,
    readonly party: Party,
  ) {}
  async send(command: Wire.Command): Promise<object> {
    this.said.push(command);
    return { call: `id-${this.you}`, ice: [{ urls: [`seat ${this.you}`] }], relay: false };
  }
  say(command: Wire.Command): void {
    this.said.push(command);
    if (command.do !== "signal") return;
    const { to, kind, sdp, candidates } = command;
    const other = this.party.tables[Number(to.slice(3))];
    other.onSignal?.({ from: `id-${this.you}`, kind, sdp: sdp ?? undefined, candidates: candidates ?? undefined });
  }
}

const track = (kind: Kind): MediaStreamTrack => ({ kind, stop: () => undefined, enabled: true }) as unknown as MediaStreamTrack;

/** People at a table, all of them in its call with microphone and camera on. */
class Party {
  readonly tables: FakeTable[] = [];
  readonly calls: Call[] = [];
  readonly ducked: boolean[] = [];
  #end: (() => void)[] = [];

  constructor(size: number, media = "video") {
    for (let seat = 0; seat < size; seat++) {
      this.tables.push(new FakeTable(seat, this));
      this.calls.push(new Call(this.tables[seat] as unknown as Table, (on) => void (this.ducked[seat] = on)));
      this.#end.push($effect.root(() => this.calls[seat].follow()));
    }
    this.become({ media });
  }

  /** Tells everyone the state of the table. */
  become({ media = "video", performer = null }: { media?: string; performer?: number | null }): void {
    for (const table of this.tables)
      table.state = { settings: { media } as Wire.Settings, stage: "playing", special: { performer } };
    flushSync();
  }

  async join(...seats: number[]): Promise<void> {
    for (const seat of seats) await this.calls[seat].join({ audio: track("audio"), video: track("video") });
    await this.list(seats);
  }

  /** Tells everyone who is in the call. */
  async list(seats: number[]): Promise<void> {
    for (const table of this.tables) table.calls = seats.map((seat) => ({ call: `id-${seat}`, seat }));
    await this.settle();
  }

  async settle(): Promise<void> {
    flushSync();
    await vi.advanceTimersByTimeAsync(1);
    flushSync();
  }

  /** For each seat, to how many of the others it sends this now. */
  sent(kind: Kind): number[] {
    return this.tables.map(
      (_, seat) =>
        of(seat).filter(({ slots }) => slots.some(({ receiver, sent }) => receiver.track.kind === kind && sent)).length,
    );
  }

  end(): void {
    for (const end of this.#end) end();
  }
}

let party: Party;

async function everyone(size: number, media?: string): Promise<Party> {
  party = new Party(size, media);
  await party.join(...party.tables.keys());
  return party;
}
const filled = (size: number, value: number): number[] => Array<number>(size).fill(value);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("RTCPeerConnection", FakeConnection);
  vi.stubGlobal("RTCRtpReceiver", {});
  vi.stubGlobal("MediaStream", class {});
});
afterEach(() => {
  party.end();
  made = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([2, 5, 6, 10])("in a call of %i, everyone is connected to everyone and heard by all", async (size) => {
  await everyone(size);
  expect(party.sent("audio")).toEqual(filled(size, size - 1));
});

test.each([2, MOST_PICTURES])("in a call of %i, everyone is seen by all, whoever performs", async (size) => {
  await everyone(size);
  expect(party.sent("video")).toEqual(filled(size, size - 1));
  party.become({ performer: 1 });
  await party.settle();
  expect(party.sent("video")).toEqual(filled(size, size - 1));
});

test.each([6, 10])("in a call of %i, only the one who performs sends a picture, while they do", async (size) => {
  await everyone(size);
  expect(party.sent("video")).toEqual(filled(size, 0));
  for (const performer of [1, size - 1]) {
    party.become({ performer });
    await party.settle();
    expect(party.sent("video")).toEqual(filled(size, 0).with(performer, size - 1));
  }
  party.become({});
  await party.settle();
  expect(party.sent("video")).toEqual(filled(size, 0));
  expect(party.sent("audio")).toEqual(filled(size, size - 1));
});

test("the sixth who joins ends the pictures, and they come back when somebody leaves", async () => {
  party = new Party(6);
  await party.join(0, 1, 2, 3, 4);
  expect(party.sent("video")).toEqual([4, 4, 4, 4, 4, 0]);
  await party.calls[5].join({ audio: track("audio"), video: track("video") });
  await party.list([0, 1, 2, 3, 4, 5]);
  expect(party.sent("video")).toEqual(filled(6, 0));
  expect(party.sent("audio")).toEqual(filled(6, 5));
  party.calls[2].leave();
  await party.list([0, 1, 3, 4, 5]);
  expect(party.sent("video")).toEqual([4, 4, 0, 4, 4, 4]);
});

test("where a table has voices only, no picture is sent, and none that comes is shown", async () => {
  await everyone(2, "voice");
  expect([party.sent("audio"), party.sent("video")]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const peer = party.calls[0].peerAt(1)!;
  peer.sends = { microphone: true, camera: true };
  peer.picture = new MediaStream();
  expect(party.calls[0].pictureAt(1)).toBe(null);
  party.become({ media: "video" });
  expect(party.calls[0].pictureAt(1)).toBe(peer.picture);
});

test("a table that turns to voices only closes every camera", async () => {
  await everyone(3);
  party.become({ media: "voice" });
  await party.settle();
  expect(party.calls.map(({ camera }) => camera)).toEqual([false, false, false]);
  expect(party.sent("video")).toEqual([0, 0, 0]);
});

test("voices make effects quieter, unless the player has silenced them", async () => {
  await everyone(3);
  const [call] = party.calls;
  for (const peer of call.peers.values()) peer.sends = { microphone: true, camera: false };
  const look = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
  await look();
  expect(party.ducked[0]).toBe(false);
  of(0)[0].loudness = 0.5;
  await look();
  expect(party.ducked[0]).toBe(true);
  call.silence(1, true);
  await look();
  expect(party.ducked[0]).toBe(false);
  call.silence(1, false);
  await look();
  expect(party.ducked[0]).toBe(true);
  call.leave();
  expect(party.ducked[0]).toBe(false);
});

test("whoever is no longer in the list of callers is out: connections and devices are closed", async () => {
  await everyone(3);
  await party.list([0, 2]);
  expect([of(0).length, of(1).length, of(2).length]).toEqual([1, 0, 1]);
  expect(party.calls.map(({ id, microphone, camera }) => !!id && microphone && camera)).toEqual([true, false, true]);
  expect(party.calls[1].trouble.call).toBe("media.ended");
});
