import { describe, expect, test } from "vitest";

import { book } from "../testing/example-edition";
import { FLIGHT, Pacer, scene } from "./motion";

describe("scene", () => {
  test("a played card flies from its seat to the discard pile", () => {
    const { flights, length } = scene(book, [{ what: "played", seat: 1, card: "red-7" }], 3);
    expect(flights).toEqual([{ from: 1, to: "discard", card: "red-7", at: 0 }]);
    expect(length).toBeGreaterThan(FLIGHT);
  });

  test("cards drawn one by one fly one by one, face down if the player may not see them", () => {
    const { flights } = scene(
      book,
      [
        { what: "drew", seat: 2 },
        { what: "drew", seat: 2 },
      ],
      3,
    );
    expect(flights.map(({ from, to, card }) => [from, to, card])).toEqual([
      ["draw", 2, null],
      ["draw", 2, null],
    ]);
    expect(flights[1].at).toBeGreaterThan(flights[0].at);
  });

  test("cards that rain on a player have all landed in less than 900 ms, however many there are", () => {
    for (const n of [2, 4, 6, 20]) {
      const rain = Array.from({ length: n }, () => ({ what: "drew", seat: 1 }));
      const { flights } = scene(book, [{ what: "played", seat: 0, card: "red-7" }, ...rain], 3);
      const starts = flights.map(({ at }) => at);
      expect(new Set(starts).size).toBe(n + 1);
      expect(Math.max(...starts) + FLIGHT).toBeLessThan(900);
    }
  });

  test("what moves nothing takes no time", () => {
    expect(scene(book, [{ what: "line", seat: 0, text: "hello" }], 2)).toEqual({ flights: [], shows: [], length: 0 });
  });

  test("an event of an edition that we know nothing about takes no time", () => {
    expect(scene(book, [{ what: "sneezed", seat: 0 }], 2).length).toBe(0);
  });

  test("a deal of any size is shown with a bounded number of flights", () => {
    const events = Array.from({ length: 300 }, (_, i) => ({ what: "dealt", seat: i % 10 }));
    expect(scene(book, events, 10).flights.length).toBeLessThanOrEqual(80);
  });
});

class FakeClock {
  time = 0;
  #acts: { at: number; act: () => void }[] = [];
  now = () => this.time;
  after = (milliseconds: number, act: () => void) => void this.#acts.push({ at: this.time + milliseconds, act });
  /** Lets time pass. */
  pass(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.#acts.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#acts = this.#acts.filter((each) => each !== next);
      this.time = Math.max(this.time, next.at);
      next.act();
    }
    this.time = end;
  }
}

describe("pacer", () => {
  const start = (most = 2000) => {
    const clock = new FakeClock();
    const ran: string[] = [];
    const pacer = new Pacer(clock, most, () => ran.push("idle"));
    return { clock, ran, pacer, add: (name: string, length: number) => pacer.add(length, () => ran.push(name)) };
  };

  test("the first is shown at once, the next when it is over", () => {
    const { clock, ran, add } = start();
    add("a", 500);
    add("b", 500);
    expect(ran).toEqual(["a"]);
    clock.pass(499);
    expect(ran).toEqual(["a"]);
    clock.pass(1);
    expect(ran).toEqual(["a", "b"]);
    clock.pass(500);
    expect(ran).toEqual(["a", "b", "idle"]);
  });

  test("a timer that fires early loses nothing", () => {
    const ran: string[] = [];
    const fires: (() => void)[] = [];
    const pacer = new Pacer({ now: () => 100, after: (_, act) => fires.push(act) }, 5000, () => ran.push("idle"));
    for (const name of "ab") pacer.add(500, () => ran.push(name));
    fires.shift()?.();
    fires.shift()?.();
    pacer.add(500, () => ran.push("c"));
    expect(ran).toEqual(["a", "b", "idle", "c"]);
  });

  test("everything is shown in order, also what came while others were shown", () => {
    const { clock, ran, add } = start();
    for (const name of "abcde") add(name, 400);
    clock.pass(10_000);
    expect(ran.join("")).toBe("abcdeidle");
  });

  test("the more is waiting, the faster it is shown", () => {
    const { clock, ran, add } = start(1000);
    for (let i = 0; i < 20; i++) add(`${i}`, 800);
    clock.pass(5200);
    expect(ran.at(-1)).toBe("idle");
  });

  test("while it is held, the next waits, and nothing is lost", () => {
    const ran: string[] = [];
    const clock = new FakeClock();
    let held = true;
    const pacer = new Pacer(
      clock,
      5000,
      () => ran.push("idle"),
      () => held,
    );
    pacer.add(500, () => ran.push("a"));
    clock.pass(5000);
    expect([ran, pacer.isBusy]).toEqual([[], true]);
    held = false;
    clock.pass(700);
    expect(ran).toEqual(["a", "idle"]);
  });

  test("flush runs everything that waits at once", () => {
    const { ran, pacer, add } = start();
    for (const name of "abc") add(name, 400);
    pacer.flush();
    expect(ran).toEqual(["a", "b", "c", "idle"]);
    expect(pacer.isBusy).toBe(false);
  });
});
