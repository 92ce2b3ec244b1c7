import type { Component } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { find, settled, show } from "../testing/show";
import BestMove from "./BestMove.svelte";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function end(answer: Promise<Response>): void {
  vi.stubGlobal("fetch", () => answer);
  const book = { info: { id: "example", kinds: [] }, kind: () => undefined };
  show(BestMove as Component<never>, { id: "0", key: "", seat: 0, book, names: () => "Ann" } as never);
}

const said = (): string => find("[data-testid=best-move]").textContent.trim();

test("a server that can't look for the best move ends the search", async () => {
  end(Promise.resolve(new Response("{}", { status: 503 })));
  await settled();
  await settled();
  expect(said()).toBe("The review shows all your moves. Review your game");
});

test("a search for the best move that takes too long ends", async () => {
  vi.useFakeTimers();
  end(new Promise(() => undefined));
  expect(said()).toContain("Looking for your best move…");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said()).toBe("The review shows all your moves. Review your game");
});
