import type { Component } from "svelte";
import { expect, test, vi } from "vitest";

import { find, show } from "../testing/show";
import Review from "./Review.svelte";
import RoundOver from "./RoundOver.svelte";

const between = { you: 0, clockOffset: 0, access: {}, name: () => "Ann", state: { stage: "between", seats: [], options: {} } };

test.each([
  ["in a review", Review, { id: "0123456789abcdef" }],
  ["at the end of a round", RoundOver, {}],
])("%s, holding a card, a mouse that rests on it and a key explain it", async (_, screen, props) => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  show(screen as Component<never>, props as never, between as never);
  await vi.waitFor(() => expect(find("[data-testid=info-layer]")).not.toBeNull());
});
