// The client's rooms: each imports only from the ones before it, like the layers in tests/test_layers.py.
import { expect, test } from "vitest";

/** From the bottom up. Rooms on the same line don't know each other. The last line has the files outside any room. */
const FLOORS = [
  ["texts"],
  ["connection", "browser"],
  ["cards"],
  ["parts"],
  ["options"],
  ["table"],
  ["talk", "study", "lobby", "learn", "media"],
  ["board"],
  ["screens"],
  [""],
];
/** Known to all: the styles, and the wire's types. Tests and their helpers may import anything. */
const FOR_ALL = ["styles", "wire"];

const sources = import.meta.glob<string>(["../**/*.{ts,svelte}", "!../testing/**", "!../**/*.test.ts", "!../**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The imported file, as a path from the source folder. */
const resolved = (from: string, to: string): string => new URL(to, `file:///${from}`).pathname.slice(1);
const roomOf = (path: string): string => (path.includes("/") ? path.split("/")[0] : "");
const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room));

const imports = Object.entries(sources).map(([key, source]) => {
  const path = resolved("testing/rooms.test.ts", key);
  const named = [...source.matchAll(/\b(?:from|import|import\()\s*["'](\.[^"']+)["']/g)].map(([, to]) => resolved(path, to));
  return { path, others: named.filter((other) => !FOR_ALL.includes(other.split("/")[0])) };
});

test("every room is on a floor, and no floor lists a room that is gone", () => {
  const there = new Set(imports.map(({ path }) => roomOf(path)));
  expect([...there].sort()).toEqual(FLOORS.flat().sort());
});

test.each(imports.filter(({ others }) => others.length))(
  "$path imports only from its room and those below",
  ({ path, others }) => {
    const here = roomOf(path);
    const folder = (other: string): string => (floorOf(other) >= 0 ? other : roomOf(other)); // "texts" is its index.ts
    const mayImport = (room: string): boolean => room === here || (floorOf(room) >= 0 && floorOf(room) < floorOf(here));
    expect(others.filter((other) => !mayImport(folder(other)))).toEqual([]);
  },
);

test("only a few files are outside the rooms", () => {
  expect(imports.map(({ path }) => path).filter((path) => !roomOf(path))).toEqual(["App.svelte", "main.ts"]);
});
