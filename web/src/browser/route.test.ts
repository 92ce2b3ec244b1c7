import { expect, test } from "vitest";

import { parse } from "./route.svelte";

test("a fragment names a place and more", () => {
  expect(parse("#rules=some-edition&rule=turn-match")).toEqual({
    name: "rules",
    value: "some-edition",
    more: { rule: "turn-match" },
  });
});

test("a replay begins at a step, from a seat", () => {
  expect(parse("#replay=0123456789abcdef&at=7&seat=2").more).toEqual({ at: "7", seat: "2" });
  expect(parse("#review=0123456789abcdef").name).toBe("review");
});

test("no fragment, and what is not known, is home", () => {
  expect(["", "#", "#home", "#nonsense=1"].map((fragment) => parse(fragment).name)).toEqual(["home", "home", "home", "home"]);
});

test("a broken code does not break the page", () => {
  expect(parse("#join=%E0%A4%A").value).toBe("%E0%A4%A");
});
