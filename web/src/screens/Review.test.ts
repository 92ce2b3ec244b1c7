import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
import Replay from "./Replay.svelte";
import Review from "./Review.svelte";

const REFUSED = { refused: { code: "no-token", text: "Say who you are: Authorization: Bearer TOKEN." } };

test.each([
  ["review", Review],
  ["replay", Replay],
])("a %s says in plain words that strangers can't see it, and leads home", async (_, screen) => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(REFUSED), { status: 401 })));
  show(screen as Component<never>, { id: "0123456789abcdef" } as never);
  await settled();
  expect(find("[role=alert]").textContent).toBe("Only people who sat at this table or watched it can see how the game went.");
  expect(find("a.button").getAttribute("href")).toBe("#home");
});
