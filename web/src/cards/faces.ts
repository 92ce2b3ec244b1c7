// What is drawn on a card, from its text and its kind: no card and no edition is known here by name.

/** The part of a catalog's kind that a face needs. */
export interface Printed {
  text: string;
  color: string | null;
  symbol?: string;
  emblem?: string;
  number?: number;
  foil?: boolean;
}

/** The part of a catalog's edition that faces need. */
export interface Deck {
  id: string;
  colors: readonly { name: string; symbol: string; glyph?: string }[];
  kinds: readonly Printed[];
}

export interface Emblem {
  name: string;
  letter: string;
  index: number;
}

export interface Face {
  card: string;
  color: string | null;
  shape: string;
  /** Digits in the middle and in the corners: a number, or "+2". */
  digits: string;
  /** The name of a drawing in shapes.ts; "" where digits are enough, "wild" for a plain wild. */
  glyph: string;
  /** Letters for a card that has neither digits nor a drawing. */
  monogram: string;
  /** Cards drawn behind "+2" and the like. */
  fan: number;
  emblem: Emblem | null;
  foil: boolean;
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The first drawing whose words are in a card's text wins. */
const DRAWN: [string, string[]][] = [
  ["skip", ["skip", "stop", "freeze"]],
  ["reverse", ["reverse", "turn"]],
  ["shield", ["hero", "shield", "block", "guard", "protect"]],
  ["pencil", ["custom", "customizable", "blank", "write", "rule-card"]],
  ["flame", ["dare", "fire", "flame", "hot", "burn"]],
  ["bubble", ["line", "say", "quote", "word", "speak", "talk", "sing"]],
  ["union", ["unite", "union", "join", "together", "team", "all"]],
  ["swap", ["swap", "trade", "exchange", "shuffle", "switch", "rotate"]],
  ["gift", ["gift", "give", "present"]],
  ["eye", ["peek", "see", "spy", "look", "reveal", "vision"]],
  ["bolt", ["attack", "hit", "strike", "storm", "power", "force", "blast", "lightning"]],
  ["crown", ["king", "queen", "crown", "master", "royal", "boss"]],
  ["heart", ["love", "heart", "favorite", "friend"]],
  ["clock", ["time", "wait", "again", "hurry"]],
  ["hand", ["hand", "slap", "stick", "discard", "dump"]],
  ["pair", ["two", "pair", "double", "twin", "both"]],
];

const wordsOf = (text: string): string[] => text.split("@")[0].split("-");

/** "+4" for draw-four, "" where a card makes nobody draw a number that it says. */
function drawn(words: string[]): string {
  const at = words.indexOf("draw");
  const n = at < 0 ? -1 : NUMBERS.indexOf(words[at + 1] ?? "");
  return n > 0 ? `+${n}` : "";
}

function drawing(words: string[]): string {
  return DRAWN.find(([, known]) => words.some((word) => known.includes(word)))?.[0] ?? "";
}

function emblemOf(deck: Deck, kind: Printed): Emblem | null {
  const name = kind.emblem || (kind.foil ? "" : (kind.text.split("@")[1] ?? ""));
  if (!name) return null;
  const names = [...new Set(deck.kinds.filter((k) => !k.foil).map((k) => k.emblem || k.text.split("@")[1] || ""))].filter(Boolean);
  return { name, letter: name[0].toUpperCase(), index: names.indexOf(name) };
}

function make(deck: Deck, kind: Printed): Face {
  const all = wordsOf(kind.text);
  const words = all.filter((word, i) => !(i === 0 && (word === kind.color || (word === "wild" && all.length > 1))));
  const plus = drawn(words);
  const number = kind.number ? String(kind.number) : "";
  const digits = plus || number || (words.length === 1 && /^\d+$/.test(words[0]) ? words[0] : "");
  const plain = kind.color === null && words.length === 1 && words[0] === "wild";
  const glyph = plus || (digits && !number) ? "" : plain ? "wild" : drawing(words);
  const monogram = digits || glyph ? "" : words.map((word) => word[0]?.toUpperCase() ?? "").join("").slice(0, 2);
  const shape = deck.colors.find((color) => color.name === kind.color)?.symbol ?? "all";
  const fan = plus ? Math.min(Number(plus.slice(1)), 4) : 0;
  return { card: kind.text, color: kind.color, shape, digits, glyph, monogram, fan, emblem: emblemOf(deck, kind), foil: !!kind.foil };
}

const known = new WeakMap<Deck, Map<string, Face>>();

/** The face of a card of an edition; a card that the edition does not have gets a monogram. */
export function face(deck: Deck, card: string): Face {
  let faces = known.get(deck);
  if (!faces) known.set(deck, (faces = new Map(deck.kinds.map((kind) => [kind.text, make(deck, kind)]))));
  return faces.get(card) ?? make(deck, { text: card, color: deck.colors.find((c) => card.startsWith(`${c.name}-`))?.name ?? null });
}

/** A hand in printed order: color by color, numbers before symbols, wilds last. */
export function sorted(deck: Deck, hand: readonly string[]): string[] {
  const place = new Map(deck.kinds.map((kind, i) => [kind.text, i + (kind.color ? deck.colors.findIndex((c) => c.name === kind.color) : 99) * 1000]));
  return [...hand].sort((a, b) => (place.get(a) ?? 1e6) - (place.get(b) ?? 1e6));
}

/** A key for each card of a hand that stays with it while others come and go: its text, and which of its copies it is. */
export function keyed(hand: readonly string[]): { key: string; card: string }[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { key: `${card}#${copy}`, card };
  });
}
