// Checks whether a deal was fair, from what was promised before the game and revealed after it: docs/fairness.md.
// It needs no edition's rules: every shuffle is a function of the seed, its two numbers and the cards.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Fair {
  commitment: string;
  secret: string;
  contributions: string[];
  /** The scheme that ties them together. 1 if missing. */
  scheme?: number;
  /** The table's id. None if missing. */
  table?: string;
}

/** One shuffle. Cards are drawn from the end of the pile, and the last `top` cards were shuffled. */
export interface Shuffle {
  round: number;
  number: number;
  top: number;
  before: string[];
  after: string[];
}

export interface Drawn {
  what: string;
  seat?: number;
  card?: string;
  n?: number;
}

export interface Evidence {
  fair: Fair;
  /** As a record names it. */
  seed?: string;
  shuffles: Shuffle[];
  /** What happened, as one seat saw it, or several seats together. */
  events: Drawn[];
  /** The cards of the edition, from its catalog. */
  kinds: { text: string; copies: number; foil?: boolean }[];
  /** What this browser wrote down before the deal. */
  noted?: { promises?: Record<string, string>; contribution?: string; seat?: number };
}

/** One step of the check; `text` and `args` say it in words. */
export interface Finding {
  step: "promise" | "noted" | "seed" | "scheme" | "added" | "deck" | "shuffles" | "drawn" | "missing";
  holds: boolean;
  text: string;
  args: Record<string, string | number>;
}

const WORDS = 2 ** 32;

type Deal = Pick<Fair, "secret" | "scheme" | "table">;

/** The commitment made before the deal. */
export function commitmentOf(deal: Deal): string {
  return isOld(deal) ? bytesToHex(sha256(keyOf(deal))) : keyed(deal, "commitment");
}

/** The seed that every shuffle comes from. */
export function seedOf(deal: Deal & Pick<Fair, "contributions">): string {
  const added = deal.contributions.map((hex) => hexToBytes(hex));
  return isOld(deal) ? bytesToHex(sha256(concatBytes(keyOf(deal), ...added))) : keyed(deal, "seed", ...added);
}

function isOld({ scheme = 1 }: Deal): boolean {
  if (scheme !== 1 && scheme !== 2) throw new Error(`no scheme ${scheme}`);
  return scheme === 1;
}

function keyOf({ secret }: Deal): Uint8Array {
  const key = hexToBytes(secret);
  if (key.length !== 32) throw new Error("a secret has 32 bytes");
  return key;
}

/** HMAC-SHA256 of purpose, table and the rest, each preceded by its length in four bytes. */
function keyed(deal: Deal, purpose: string, ...more: Uint8Array[]): string {
  const fields = [utf8ToBytes(`lastcard/${deal.scheme}/${purpose}`), utf8ToBytes(deal.table ?? ""), ...more];
  const message = fields.flatMap((field) => [lengthOf(field), field]);
  return bytesToHex(hmac(sha256, keyOf(deal), concatBytes(...message)));
}

function lengthOf(field: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, field.length);
  return bytes;
}

function* stream(key: Uint8Array, round: number, number: number): Generator<number> {
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, key, utf8ToBytes(`${round}/${number}/${block}`));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let place = 0; place < 32; place += 4) yield view.getUint32(place);
  }
}

function below(words: Generator<number>, n: number): number {
  const most = WORDS - (WORDS % n);
  for (;;) {
    const word = words.next().value as number;
    if (word < most) return word % n;
  }
}

/** The cards after a shuffle, which works through the pile from its end. */
export function shuffled(seed: string, shuffle: Omit<Shuffle, "after">): string[] {
  const words = stream(hexToBytes(seed), shuffle.round, shuffle.number);
  const pile = [...shuffle.before];
  for (let i = pile.length - 1; i >= Math.max(pile.length - shuffle.top, 1); i--) {
    const j = below(words, i + 1);
    [pile[i], pile[j]] = [pile[j] as string, pile[i] as string];
  }
  return pile;
}

/** Every step of the check. The deal was fair if all of them hold. */
export function verify(evidence: Evidence): Finding[] {
  try {
    return steps(evidence);
  } catch {
    return [finding("missing", false)];
  }
}

function steps({ fair, seed: told, shuffles, events, kinds, noted = {} }: Evidence): Finding[] {
  const found = [finding("promise", commitmentOf(fair) === fair.commitment.toLowerCase())];
  if (noted.promises) found.push(finding("noted", keeps(fair, noted.promises)));
  const seed = seedOf(fair);
  const added = fair.contributions.filter(Boolean).length;
  found.push(finding("seed", !told || told.toLowerCase() === seed, { added, players: fair.contributions.length }));
  if (isOld(fair)) found.push(finding("scheme", true));
  if (noted.contribution && noted.seat !== undefined) {
    found.push(finding("added", fair.contributions[noted.seat]?.toLowerCase() === noted.contribution.toLowerCase()));
  }
  const rounds = [...new Set(shuffles.map((shuffle) => shuffle.round))];
  if (!rounds.length) return [...found, finding("missing", false)];
  for (const round of rounds)
    found.push(
      ...ofRound(
        seed,
        round,
        shuffles.filter((s) => s.round === round),
        kinds,
      ),
    );
  found.push(drawn(shuffles, events));
  return found;
}

/** Whether the secret fits every promise, and the deal's scheme is at least as new: servers are upgraded, not downgraded. */
function keeps(fair: Fair, promises: Record<string, string>): boolean {
  const kept = Object.entries(promises).map(([scheme, promise]) => ({ scheme: Number(scheme), promise }));
  const newest = Math.max(...kept.map(({ scheme }) => scheme));
  return newest <= (fair.scheme ?? 1) && kept.every(({ scheme, promise }) => commitmentOf({ ...fair, scheme }) === promise);
}

function ofRound(seed: string, round: number, shuffles: Shuffle[], kinds: Evidence["kinds"]): Finding[] {
  const name = { round: round + 1 };
  const deals = shuffles.filter((shuffle) => shuffle.number === 1 || shuffle.top === shuffle.before.length);
  const whole = deals.length > 0 && isDeck(deals[0]?.before ?? [], kinds);
  const wrong = shuffles.findIndex((s, i) => s.number !== i + 1 || shuffled(seed, s).join() !== s.after.join());
  return [
    finding("deck", whole, { ...name, cards: deals[0]?.before.length ?? 0 }),
    finding("shuffles", wrong < 0, { ...name, n: shuffles.length, wrong: wrong + 1 }),
  ];
}

/** Whether these are all the edition's cards, each as often as it is printed. A foil may replace its twin. */
function isDeck(cards: string[], kinds: Evidence["kinds"]): boolean {
  const plain = (text: string): string =>
    kinds.some((kind) => kind.text === text && kind.foil) ? text.replace(/@.*/, "") : text;
  const left = new Map(kinds.filter((kind) => kind.copies).map((kind) => [kind.text, kind.copies]));
  for (const card of cards) left.set(plain(card), (left.get(plain(card)) ?? 0) - 1);
  return [...left.values()].every((copies) => copies === 0);
}

/** Whether every card seen leaving the draw pile was the next one from the shuffle before it. */
function drawn(shuffles: Shuffle[], events: Drawn[]): Finding {
  const walk = new Walk(shuffles);
  let seen = 0;
  for (const event of events) {
    const card = walk.follow(event);
    if (card === undefined) continue;
    if (card === null || (event.card && event.card !== card)) {
      return finding("drawn", false, { n: seen, round: walk.round + 1, number: seen + 1 });
    }
    if (event.card) seen++;
  }
  return finding("drawn", seen > 0, { n: seen, round: walk.round + 1, number: seen + 1 });
}

class Walk {
  round = -1;
  private pile: string[] = [];
  private next = 0;
  private cutting = false;
  private lastCut = 0;

  constructor(private shuffles: Shuffle[]) {}

  /** The card that must have left the pile. Null if none could, undefined if none did. */
  follow(event: Drawn): string | null | undefined {
    if (event.what === "dealer") {
      if (!this.cutting) this.begin();
      this.cutting = false;
      this.take();
    } else if (event.what === "cut") {
      const seat = event.seat ?? 0;
      if (!this.cutting) this.begin();
      if (!this.cutting || seat <= this.lastCut) this.take();
      this.cutting = true;
      this.lastCut = seat;
    } else if (event.what === "reshuffled" || event.what === "returned") {
      this.take();
      if (event.what === "reshuffled" && event.n !== this.pile.length) return null;
    }
    return ["cut", "dealt", "flipped", "drew"].includes(event.what) ? (this.pile.pop() ?? null) : undefined;
  }

  private begin(): void {
    this.round++;
    this.next = 1;
  }

  private take(): void {
    const found = this.shuffles.find((shuffle) => shuffle.round === this.round && shuffle.number === this.next);
    this.pile = [...(found?.after ?? [])];
    this.next++;
  }
}

function finding(step: Finding["step"], holds: boolean, args: Finding["args"] = {}): Finding {
  return { step, holds, text: `verify.${step}.${holds ? "holds" : "fails"}`, args };
}
