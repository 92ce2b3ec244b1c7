/** A small made-up edition for tests: two colors, a wild, and a card with an emblem. */
import { EditionBook } from "../connection/catalog";

export const book = new EditionBook({
  id: "example",
  title: "Example",
  summary: "Two colors and a wild.",
  version: 1,
  colors: [
    { name: "red", symbol: "circle", glyph: "●" },
    { name: "blue", symbol: "square", glyph: "■" },
  ],
  wild: { symbol: "all", glyph: "✱" },
  cards: 20,
  kinds: [
    { text: "red-7", color: "red", copies: 2, value: 7, symbol: "7" },
    { text: "blue-draw-two@owl", color: "blue", copies: 2, value: 20, symbol: "draw-two", emblem: "owl" },
    { text: "red-dare-3", color: "red", copies: 1, value: 20, symbol: "dare", number: 3 },
    { text: "wild-draw-four", color: null, copies: 4, value: 50 },
    { text: "oak-hero@owl", color: null, copies: 1, value: 50, emblem: "owl" },
  ],
  verbs: [
    {
      word: "play",
      takes: "card",
      rule: "turn-match",
      when: "You can only do that on your turn.",
      words: [],
      says: "Play {card}",
      at: "hand",
    },
    {
      word: "catch",
      takes: "seat",
      rule: "uno-false",
      when: "You can only catch a missed UNO call.",
      words: [],
      says: "Catch {seat}",
      at: "seat",
    },
    { word: "draw", takes: "", rule: "turn-draw", when: "on your turn", words: [], says: "Draw", at: "pile" },
    { word: "pass", takes: "", rule: "turn-drawn-only", when: "after drawing", words: [], says: "Pass", at: "end" },
    { word: "uno", takes: "", rule: "uno-false", when: "with one card left", words: [], says: "Call UNO", at: "call" },
    { word: "give", takes: "card", rule: "gift", when: "after the card", words: [], says: "Give {card}" },
    { word: "line", takes: "text", rule: "line", when: "on your turn", words: [] },
    { word: "wink", takes: "", rule: "wink", when: "always", words: [] },
  ],
  phases: [{ name: "turn", asks: "Your turn.", waits: "Waiting for {seats}.", aloud: false }],
  shows: [],
  options: [],
  groups: [],
  presets: [],
  rulebook: [],
  suggestions: {},
  happenings: [
    { name: "dealt", says: "{seat} is dealt {card}", you: "You are dealt {card}", moves: "in", secret: "own" },
    { name: "drew", says: "{seat} draws {card}", you: "You draw {card}", moves: "in", secret: "own" },
    {
      name: "played",
      says: "{seat} plays {card}{color}{uno}",
      you: "You play {card}{color}{uno}",
      moves: "out",
      secret: "",
    },
    {
      name: "caught",
      says: "{to} catches {seat} forgetting UNO",
      you: "{to} catches you forgetting UNO",
      to_you: "You catch {seat} forgetting UNO",
      moves: "",
      secret: "",
    },
    { name: "swapped", says: "{seat} swaps hands with {to}", moves: "swap", secret: "" },
    { name: "handed", says: "{seat} hands {to} {card}", moves: "handed", secret: "pair" },
    { name: "line", says: "{seat} says: {text}", moves: "", secret: "" },
  ],
} as unknown as ConstructorParameters<typeof EditionBook>[0]);

export const names = (seat: number): string => ["Ann", "Ben", "Cy"][seat];
