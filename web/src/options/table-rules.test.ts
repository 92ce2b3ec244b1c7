import { beforeEach, describe, expect, it } from "vitest";

import type * as Wire from "../wire";
import type { Option } from "./options";
import { forgetPreset, keepPreset, keptPresets, presetLink, readPreset } from "./presets";
import { agreeing, applying, changedRules, chipOf, presetIn, namesOf, rulesOnCards, shownValues, tell } from "./table-rules";

const option = (name: string, usual: unknown, told: Record<string, string>, group = "some"): Option => ({
  name,
  about: name,
  default: usual,
  form: { type: "any" },
  between_rounds: false,
  group,
  told,
});
const OPTIONS = [
  option("stacking", "off", { any: "Anything stacks." }),
  option("hand_size", 7, { "1": "One card.", n: "{n} cards." }),
  option("card_rules", [], { "1": "One rule.", n: "{n} rules." }),
  option("target", null, {}, ""),
];
const MINE = { name: "Mine", options: { stacking: "any" } };

beforeEach(() => localStorage.clear());

describe("table rules", () => {
  it("are told in sentences", () => {
    const [stacking, size, cards] = OPTIONS;
    expect(tell(stacking, "any")).toBe("Anything stacks.");
    expect(tell(size, 5)).toBe("5 cards.");
    expect(tell(size, 1)).toBe("One card.");
    expect(tell(cards, [{}, {}])).toBe("2 rules.");
  });

  it("are named by their titles, and rules that are written on cards by their own names", () => {
    const written: Option = { ...option("house_rules", {}, {}), title: "", form: { type: "rules" } as Option["form"] };
    const rule = (name: string) => ({ name, text: "", steps: [] });
    expect(namesOf(written, { batman: rule("Swap"), superman: null, joker: rule("Spin") })).toEqual(["Swap", "Spin"]);
    expect(namesOf({ ...OPTIONS[0], title: "Stacking" }, "any")).toEqual(["Stacking"]);
    expect(namesOf({ ...OPTIONS[0], title: "" }, "any")).toEqual(["stacking"]);
  });

  it("are named only if they differ from the leaflet", () => {
    const changed = changedRules(OPTIONS, { stacking: "off", hand_size: 5, target: 500 });
    expect(changed.map(({ name }) => name)).toEqual(["hand_size"]);
  });

  it("about a number say which", () => {
    const size = {
      ...option("hand_size", 7, {}),
      title: "Hand size",
      form: { type: "number", low: 1, high: 9, none: "" } as const,
    };
    expect(chipOf(size, 4)).toBe("Hand size: 4");
  });

  it("that are written on two cards are named once", () => {
    const written = { ...option("house_rules", {}, {}), form: { type: "rules", parts: { a: "A", b: "B" }, steps: [] } };
    const rain = { name: "Rain", steps: [] };
    expect(chipOf(written as unknown as Option, { a: rain, b: rain })).toBe("Rain");
  });

  it("are all set by a preset, the others as in the leaflet", () => {
    expect(applying({ stacking: "any" }, OPTIONS, {})).toEqual({ stacking: "any", hand_size: 7, card_rules: [] });
    const four = [...OPTIONS, option("draw_four", "bluff", {})];
    expect(applying({ draw_four: "free" }, four, { bluff: false })).toMatchObject({ bluff: true, draw_four: "free" });
    expect(agreeing({ draw_four: "free" }, { bluff: true })).toEqual({ draw_four: "free" });
    expect(shownValues({ bluff: false }, four)).toEqual({ bluff: true, draw_four: "strict" });
  });

  it("are recognized as a preset", () => {
    const presets = [
      { id: "leaflet", name: "Leaflet", says: "", options: {}, left_out: [], own: false },
      { id: "mine", ...MINE, says: "", left_out: [], own: true },
    ];
    expect(presetIn(presets, OPTIONS, { stacking: "any", target: 3 })?.id).toBe("mine");
    expect(presetIn(presets, OPTIONS, {})?.id).toBe("leaflet");
    expect(presetIn(presets, OPTIONS, { hand_size: 5 })).toBeUndefined();
  });
});

describe("kept presets", () => {
  it("are kept under their name, and forgotten", () => {
    keepPreset(MINE);
    keepPreset({ ...MINE, options: { hand_size: 5 } });
    expect(keptPresets()).toEqual([{ name: "Mine", options: { hand_size: 5 } }]);
    forgetPreset("Mine");
    expect(keptPresets()).toEqual([]);
  });

  it("come back from a link and from a file", () => {
    expect(readPreset(presetLink(MINE))).toEqual(MINE);
    expect(readPreset(JSON.stringify(MINE))).toEqual(MINE);
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    JSON.stringify({ name: "", options: {} }),
    JSON.stringify({ name: "x".repeat(25), options: {} }),
    JSON.stringify({ name: "a\u202eb", options: {} }),
    JSON.stringify({ name: "Mine", options: [] }),
    JSON.stringify({ name: "Mine", options: { "<b>": 1 } }),
    JSON.stringify({ name: "Mine", options: { stacking: "x".repeat(7000) } }),
    "#preset=%E0%A4%A",
  ])("are refused if they are none: %s", (text) => expect(readPreset(text)).toBeNull());

  it("survive what others stored", () => {
    localStorage.setItem("lastcard.presets", JSON.stringify([MINE, 7, { name: 3 }]));
    expect(keptPresets()).toEqual([MINE]);
  });
});

it("finds the rule on each card, and one for a color goes before one for all", () => {
  const written = { ...option("card_rules", [], {}), form: { type: "card-rules" } } as Option;
  const row = (when: string, name: string) => ({ when, name, text: "", steps: [] });
  const rows = [row("3", "Sing"), row("red-3", "Dance"), row("wild", "Hum")];
  const kind = (text: string, color: string | null) => ({ text, color }) as Wire.KindInfo;
  const kinds = [
    ...[kind("red-3", "red"), kind("blue-3", "blue"), kind("blue-3@owl", "blue"), kind("blue-draw-3", "blue")],
    ...[kind("wild", null), kind("wild-draw-four", null)],
  ];
  const on = rulesOnCards([written], { card_rules: rows }, kinds);
  expect([...on].map(([card, { name }]) => [card, name])).toEqual([
    ["red-3", "Dance"],
    ["blue-3", "Sing"],
    ["blue-3@owl", "Sing"],
    ["wild", "Hum"],
  ]);
  expect(rulesOnCards([written], {}, kinds).size).toBe(0);
});
