import { expect, test } from "vitest";

import { access, forgetTable, keepTable, read, table, tables, token, tokens } from "./storage";

test("what opens a table is added to what was known of it", () => {
  keepTable("a", { token: "t", invite: "I" });
  keepTable("a", { watch: "W" });
  expect(table("a")).toMatchObject({ token: "t", invite: "I", watch: "W" });
});

test("the first token is used at other tables too", () => {
  keepTable("a", { token: "one" });
  keepTable("b", { token: "two" });
  expect(token()).toBe("one");
  expect(tokens()).toEqual(["one", "two"]);
});

test("a table can be forgotten", () => {
  keepTable("a", { token: "t" });
  forgetTable("a");
  expect(tables()).toEqual({});
});

test("a table opens with its stored access, or with the browser's own token", () => {
  expect(access("a")).toEqual({ token: "" });
  keepTable("a", { token: "own", watch: "W" });
  keepTable("b", { token: "other", watch: "W" });
  keepTable("c", { watch: "W" });
  expect(["a", "b", "c", "d"].map(access)).toEqual([{ token: "own" }, { token: "other" }, { watch: "W" }, { token: "own" }]);
});

test("stored values that can't be read are ignored", () => {
  localStorage.setItem("lastcard.name", "{broken");
  expect(read("name", "nobody")).toBe("nobody");
});
