import { describe, expect, test } from "vitest";

import type { EditionInfo } from "../connection/catalog";
import type { Option } from "./options";
import { stripsOf } from "./strips";

const kind = (text: string, color: string | null, symbol?: string) => ({ text, color, symbol, copies: 2 });
const edition = {
  colors: [{ name: "red" }, { name: "blue" }],
  kinds: [kind("red-7", "red", "7"), kind("blue-draw-two@hero", "blue", "draw-two"), kind("wild@hero", null)],
} as unknown as EditionInfo;
const option = (strips: Record<string, string>): Option =>
  ({ name: "rule", about: "", form: { type: "any" }, between_rounds: false, strips }) as Option;

describe("a strip", () => {
  test("shows cards of the edition, backs, signs and letters", () => {
    const [strip] = stripsOf(option({ any: "0.7 1.draw-two wild back > +4" }), "any", edition);
    expect(strip).toEqual([
      { card: "red-7" },
      { card: "blue-draw-two@hero" },
      { card: "wild@hero" },
      { back: true },
      { sign: ">" },
      { text: "+4" },
    ]);
  });

  test("belongs to a value, and to any other number", () => {
    const strips = option({ n: "UNO no > +{n}" });
    expect(stripsOf(strips, 3, edition)[0].at(-1)).toEqual({ text: "+3" });
    expect(stripsOf(option({ same: "0.7" }), "off", edition)).toEqual([]);
  });

  test("isn't shown if the edition lacks one of its cards", () => {
    expect(stripsOf(option({ any: "0.skip > +2" }), "any", edition)).toEqual([]);
    expect(stripsOf(option({ any: "wild-draw-four" }), "any", edition)).toEqual([]);
  });

  test("of a written rule shows its card and its steps", () => {
    const form = { type: "card-rules", steps: [{ does: "draws", strip: "+{n}" }] };
    const written = { ...option({}), form } as unknown as Option;
    const rule = { when: "7", name: "More", text: "", steps: [{ does: "draws", n: 2 }] };
    expect(stripsOf(written, [rule, { ...rule, when: "red-7" }], edition)).toEqual([
      [{ card: "red-7" }, { sign: ">" }, { text: "+2" }],
      [{ card: "red-7" }, { sign: ">" }, { text: "+2" }],
    ]);
  });
});
