import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { type Deck, face } from "./face-layout";
import { GLYPHS } from "./face-drawings";
import { keyed, sorted } from "./hand-order";
import { darkened, hash, mood, PATTERNS } from "./moods";
import { DIGITS, SHAPES } from "./color-shapes";

const colors = [
  { name: "red", symbol: "circle" },
  { name: "gold", symbol: "diamond" },
];
const deck: Deck = {
  id: "test",
  colors,
  kinds: [
    { text: "red-0", color: "red", symbol: "0", digits: "0" },
    { text: "red-7", color: "red", symbol: "7", digits: "7" },
    { text: "red-skip@owl", color: "red", symbol: "skip", emblem: "owl", glyph: "skip" },
    { text: "gold-draw-two@fox", color: "gold", symbol: "draw-two", emblem: "fox", digits: "+2" },
    { text: "gold-spark-12", color: "gold", symbol: "spark", number: 12, digits: "12", glyph: "flame" },
    { text: "gold-quux", color: "gold", symbol: "quux" },
    { text: "wild", color: null, glyph: "wild" },
    { text: "wild-draw-four", color: null, digits: "+4" },
    { text: "wild-both", color: null, glyph: "pair" },
    { text: "wild-both@foil", color: null, glyph: "pair", foil: true },
    { text: "wild-my-word", color: null, glyph: "bubble" },
    { text: "wild-zig-zag", color: null },
    { text: "wild-zag-zig", color: null, glyph: "a drawing of tomorrow" },
    { text: "owner@fox", color: null },
  ],
};

describe("faces", () => {
  test("a number card shows its number and the shape of its color", () => {
    expect(face(deck, "red-7")).toMatchObject({ digits: "7", glyph: "", color: "red", shape: "circle", emblem: null });
  });

  test("a card that makes somebody draw shows how many, and that many cards", () => {
    expect(face(deck, "gold-draw-two@fox")).toMatchObject({ digits: "+2", fan: 2, glyph: "" });
    expect(face(deck, "wild-draw-four")).toMatchObject({ digits: "+4", fan: 4, color: null, shape: "all" });
  });

  test("emblems are told apart by their place in the edition, on cards that only their text names too", () => {
    expect(face(deck, "red-skip@owl").emblem).toEqual({ name: "owl", letter: "O", index: 0 });
    expect(face(deck, "owner@fox").emblem).toEqual({ name: "fox", letter: "F", index: 1 });
  });

  test("foil is no emblem", () => {
    expect(face(deck, "wild-both@foil")).toMatchObject({ foil: true, emblem: null, glyph: "pair" });
  });

  test("a card with a number shows it beside its drawing", () => {
    expect(face(deck, "gold-spark-12")).toMatchObject({ digits: "12", glyph: "flame" });
  });

  test("a card shows the drawing that its kind names, or its initials, whatever the words of its text are", () => {
    expect(face(deck, "wild").glyph).toBe("wild");
    expect(face(deck, "wild-my-word").glyph).toBe("bubble");
    expect(face(deck, "wild-zag-zig")).toMatchObject({ glyph: "", monogram: "ZZ" });
    expect(face(deck, "wild-zig-zag")).toMatchObject({ glyph: "", monogram: "ZZ" });
    expect(face(deck, "gold-quux").monogram).toBe("Q");
  });

  test("a card that the edition does not have can still be drawn", () => {
    expect(face(deck, "red-99")).toMatchObject({ color: "red", digits: "99" });
  });

  test("every face has a drawing, digits or letters, and all of them exist", () => {
    for (const { text } of deck.kinds) {
      const { glyph, digits, monogram } = face(deck, text);
      expect(glyph || digits || monogram).not.toBe("");
      if (glyph && glyph !== "wild") expect(GLYPHS).toHaveProperty(glyph);
      for (const sign of digits) expect(DIGITS).toHaveProperty([sign]);
    }
  });
});

describe("hands", () => {
  test("a hand is shown color by color with wilds last", () => {
    expect(sorted(deck, ["wild", "gold-quux", "red-7", "red-0"])).toEqual(["red-0", "red-7", "gold-quux", "wild"]);
    expect(sorted(deck, ["wild", "gold-quux", "red-7", "red-0"], "dealt")).toEqual(["wild", "gold-quux", "red-7", "red-0"]);
    expect(sorted(deck, ["wild", "gold-quux", "red-7", "red-0"], "number")).toEqual(["red-0", "red-7", "gold-quux", "wild"]);
  });

  test("copies of a card have keys of their own", () => {
    expect(keyed(["red-7", "red-7", "wild"]).map(({ key }) => key)).toEqual(["red-7#0", "red-7#1", "wild#0"]);
  });
});

describe("moods", () => {
  test("the catalog's mood is used, and an edition without one has one by its id, always the same", () => {
    expect(mood({ id: "x", mood: { colors: ["#111", "#222", "#333"], pattern: "grid" } })).toMatchObject({
      ground: "#111",
      tone: "#222",
      accent: "#333",
      pattern: "grid",
    });
    expect(PATTERNS).toContain(mood({ id: "x" }).pattern);
    expect(mood({ id: "x" })).toEqual(mood({ id: "x" }));
    expect(hash("a")).not.toBe(hash("b"));
  });
});

describe("contrast", () => {
  test("the sign on a back is in a color of the mood that stands out from the ground", () => {
    expect(mood({ id: "x", mood: { colors: ["#101020", "#202040", "#303060", "#ffcc00"], pattern: "grid" } }).accent).toBe(
      "#ffcc00",
    );
    expect(mood({ id: "x", mood: { colors: ["#101020", "#ffcc00", "#303060"], pattern: "grid" } })).toMatchObject({
      accent: "#ffcc00",
      tone: "#303060",
    });
  });

  test("the cloth of a light mood is made dark enough for light print, and a dark one stays", () => {
    expect(light(darkened("#ffffff", 0.07))).toBeLessThan(0.08);
    expect(darkened("#101010", 0.07)).toBe("#101010");
  });

  const css = readFileSync("src/cards/cards.css", "utf8");
  const part = (name: string, from: string): string => {
    const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(from);
    if (!found) throw new Error(`no --${name}`);
    return found[1];
  };
  const light = (color: string): number => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const between = (a: string, b: string): number => {
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const [normal, high] = css.split(':root[data-contrast="more"]');

  test.each(["red", "blue", "green", "yellow", "gold", "silver", "wild"])(
    "what is printed on %s stands out by 4.5 to 1, and by 7 to 1 in high contrast",
    (color) => {
      for (const tone of ["-light", "", "-deep"]) {
        expect(between(part(`${color}-ink`, normal), part(`${color}${tone}`, normal))).toBeGreaterThanOrEqual(4.5);
        expect(between(part(`${color}-ink`, high), part(`${color}${tone}`, high))).toBeGreaterThanOrEqual(7);
      }
    },
  );

  test("every shape that a color may have is drawn", () => {
    expect(Object.keys(SHAPES)).toEqual(expect.arrayContaining(["circle", "square", "triangle", "star", "diamond", "hexagon"]));
  });
});
