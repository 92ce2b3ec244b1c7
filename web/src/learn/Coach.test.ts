import { expect, test } from "vitest";

import { show } from "../testing/show";
import Coach from "./Coach.svelte";
import type { LessonTable } from "./lesson-table.svelte";

const says = (reply: string): string => {
  const lesson = { id: "first", title: "", summary: "", steps: 2, rules: [] };
  const table = { lesson, step: 1, wants: [], waits: false, isAsked: false, isDealt: true, reply, coach: reply || "Play a 9." };
  show(Coach, { table: table as unknown as LessonTable, title: "", home: "", ontrouble: () => undefined });
  return document.querySelector("[data-testid=coach]")!.textContent;
};

test("a new deal is named above what the coach says about it", () => expect(says("")).toContain("A new deal:"));

test("a correction is not about a new deal", () => expect(says("Not yet.")).not.toContain("A new deal:"));
