import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EditionBook } from "../connection/catalog";
import { book } from "../testing/example-edition";
import { performerOf } from "./performer";
import { type Outgoing, Peer, read } from "./peer.svelte";

/** A connection that does what it is told, and nothing by itself. */
class FakeConnection {
  static last: FakeConnection;
  signalingState = "stable";
  connectionState = "new";
  localDescription: { type: string; sdp: string } | null = null;
  taken: string[] = [];
  restarts = 0;
  onicecandidate: ((event: { candidate: { toJSON(): object } | null }) => void) | null = null;
  onnegotiationneeded: (() => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onDescribed = (): void => undefined;

  constructor(readonly config: RTCConfiguration) {
    FakeConnection.last = this;
  }
  getTransceivers = (): [] => [];
  createDataChannel = (): object => ({});
  addTransceiver = (): object => ({ sender: {} });
  restartIce = (): void => void this.restarts++;
  close = (): void => void (this.connectionState = "closed");
  async addIceCandidate({ candidate }: { candidate: string }): Promise<void> {
    if (candidate === "bad") throw new Error("no candidate");
    this.taken.push(candidate);
  }
  async setLocalDescription(): Promise<void> {
    const isAnswer = this.signalingState === "have-remote-offer";
    this.localDescription = { type: isAnswer ? "answer" : "offer", sdp: "mine" };
    this.signalingState = isAnswer ? "stable" : "have-local-offer";
  }
  async setRemoteDescription({ type, sdp }: { type: string; sdp: string }): Promise<void> {
    if (sdp === "nonsense") throw new Error("no description");
    this.taken.push(`${type} ${sdp}`);
    this.signalingState = type === "offer" ? "have-remote-offer" : "stable";
  }
  becomes(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

let sent: Outgoing[];

function peer(polite: boolean): [Peer, FakeConnection] {
  sent = [];
  const made = new Peer({
    polite,
    config: { iceTransportPolicy: "relay" },
    kinds: ["audio"],
    tracks: { audio: null, video: null },
    sends: { microphone: true, camera: false },
    signal: (signal) => sent.push(signal),
  });
  return [made, FakeConnection.last];
}
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("RTCPeerConnection", FakeConnection);
  vi.stubGlobal("RTCRtpReceiver", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("everything shares one path, and the table's rule about relays holds", () => {
  expect(peer(true)[1].config).toEqual({ iceTransportPolicy: "relay", bundlePolicy: "max-bundle" });
});

test("candidates travel in batches", async () => {
  const [, connection] = peer(false);
  for (let i = 0; i < 20; i++) connection.onicecandidate?.({ candidate: { toJSON: () => ({ candidate: `${i}` }) } });
  connection.onicecandidate?.({ candidate: null });
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent.map(({ candidates }) => candidates?.length)).toEqual([16, 4]);
});

test("if two offers meet, the polite one gives way and the other goes on", async () => {
  for (const polite of [true, false]) {
    const [made, connection] = peer(polite);
    connection.onnegotiationneeded?.();
    await settled();
    made.take({ from: "them", kind: "offer", sdp: "theirs" });
    await settled();
    expect(connection.taken).toEqual(polite ? ["offer theirs"] : []);
    expect(sent.map(({ kind }) => kind)).toEqual(polite ? ["offer", "answer"] : ["offer"]);
  }
});

test("nonsense changes nothing, and what follows it is taken", async () => {
  const [made, connection] = peer(true);
  made.take({ from: "them", kind: "offer", sdp: "nonsense" });
  made.take({ from: "them", kind: "candidates", candidates: [{ candidate: "bad" }, { candidate: "good" }] });
  await settled();
  expect(connection.taken).toEqual(["good"]);
  expect(sent).toEqual([]);
});

test("a connection that fails is tried again, said to have failed, and tried on", async () => {
  const [made, connection] = peer(false);
  connection.becomes("failed");
  expect([made.state, connection.restarts]).toEqual(["connecting", 1]);
  connection.becomes("failed");
  expect([made.state, connection.restarts]).toEqual(["unreachable", 2]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.restarts).toBeGreaterThan(2);
  connection.becomes("connected");
  expect(made.state).toBe("connected");
  const tries = connection.restarts;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.restarts).toBe(tries);
});

test("an offer that was lost is made again", async () => {
  const [, connection] = peer(false);
  connection.onnegotiationneeded?.();
  await settled();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(sent.map(({ kind }) => kind)).toEqual(["offer", "offer"]);
});

test("an interrupted connection gets a moment to come back by itself", async () => {
  const [made, connection] = peer(false);
  connection.becomes("connected");
  connection.becomes("disconnected");
  await vi.advanceTimersByTimeAsync(1000);
  expect(connection.restarts).toBe(0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(connection.restarts).toBe(1);
  made.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.restarts).toBe(1);
});

test("only true and false count in what another browser says it sends", () => {
  expect(read('{"microphone": true, "camera": "yes"}')).toEqual({ microphone: true, camera: false });
  expect(read("null")).toEqual({ microphone: false, camera: false });
  expect(read("{")).toEqual({ microphone: false, camera: false });
});

test("whoever is judged performs, or whoever has to speak", () => {
  const phases = [{ name: "say", asks: "", waits: "", aloud: true, offers: {} }];
  const aloud = new EditionBook({ ...book.info, phases });
  expect(performerOf(book, { stage: "playing", special: { performer: 2 } })).toBe(2);
  expect(performerOf(aloud, { stage: "playing", phase: "say", to_move: [1] })).toBe(1);
  expect(performerOf(book, { stage: "playing", phase: "turn", to_move: [1] })).toBe(null);
  expect(performerOf(book, { stage: "over", special: { performer: 2 } })).toBe(null);
});
