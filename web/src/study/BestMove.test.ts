import { type Component, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";

import { announce, announcer } from "../browser/announce.svelte";
import { book } from "../testing/example-edition";
import { find, press, settled, show } from "../testing/show";
import BestMove from "./BestMove.svelte";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function end(answer: Promise<Response>): void {
  vi.stubGlobal("fetch", () => answer);
  show(BestMove as Component<never>, { id: "0", key: "", seat: 0, book, names: () => "Ann" } as never);
}

const said = (): string => find("[data-testid=best-told]").textContent.trim();

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

test("an answer that comes after the page was left isn't announced", async () => {
  let tell: (answer: Response) => void = () => undefined;
  const review = new Promise<Response>((done) => (tell = done));
  const answers = [Promise.resolve(Response.json({ looked: false })), review];
  vi.stubGlobal("fetch", () => answers.shift());
  const props = { id: "1", key: "", seat: 0, book, names: () => "Ann" } as never;
  const shown = mount(BestMove as Component<never>, { target: document.body, props });
  await settled();
  press("Find out");
  announce("The review is opened.", "assertive");
  await unmount(shown);
  tell(Response.json({ decisions: [], best_move: { looked: true } }));
  await settled();
  await settled();
  announce(".", "assertive");
  expect(announcer.lines.at(-1)?.text).toBe(".");
});

test.each(["draw", "accept", "play red-7"])(
  "the best move %s shows a card only if it has one, and never a back",
  async (played) => {
    end(Promise.resolve(Response.json({ looked: true, decision: { number: 3, played }, margin: 0.1, error: 0.01 })));
    await settled();
    await settled();
    expect(document.querySelectorAll(".best [data-face]")).toHaveLength(played.startsWith("play") ? 1 : 0);
    expect(document.querySelectorAll(".best .back")).toHaveLength(0);
  },
);

test("an answer that comes late has its room already, so nothing below it moves", async () => {
  vi.useFakeTimers();
  let answer = (_: Response): void => undefined;
  end(new Promise((done) => (answer = done)));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(document.querySelector(".room .big")).not.toBeNull();
  const decision = { number: 3, played: "draw" };
  answer(Response.json({ looked: true, decision, margin: 0.043, error: 0.01 }));
  await vi.advanceTimersByTimeAsync(1);
  expect(said()).toContain("+4.3%");
  expect(document.querySelector(".room .big")).not.toBeNull();
});

test("without a best move, there is one sentence and no card", async () => {
  end(Promise.resolve(Response.json({ looked: true })));
  await settled();
  await settled();
  expect(said()).toBe("No single move stood out. The review shows them all. Review your game");
  expect(document.querySelectorAll(".best > :not(.words)")).toHaveLength(0);
});
