// Puts every text into the parts of its language (src/texts/parts.ts) by what the sources say, so that nobody keeps a list:
// `withTexts(import("./X.svelte"), "playing")` loads a file with a part, so the part has the texts of that file and of all it imports.
// What the server says is in game-parts.generated.json.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

import { BEFORE, type Part, type Texts } from "./src/texts/parts.ts";

const SOURCES = fileURLToPath(new URL("src", import.meta.url));
const FIRST = "main.ts";
const STATIC = /^\s*(?:import|export)\s(?!type\b)(?:[^;"']*?\sfrom\s)?["'](\.[^"']+)["']/gm;
const DYNAMIC = /(withTexts\(\s*)?\bimport\("(\.[^"]+)"\)(?:,\s*"(\w+)")?/g;
const KEY = /["'`]([a-z][\w-]*\.[\w.-]+)["'`]/g;
const BEGINNING = /`([a-z][\w-]*\.[\w.-]*)\$\{/g; // of a key that ends with a value: `stage.${stage}`

interface Source {
  imports: string[];
  /** The files that it loads along with a part of the texts. */
  loads: { path: string; part: Part }[];
  keys: string[];
  beginnings: string[];
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found);

function readSource(path: string, known: ReadonlySet<string>): Source {
  const text = readFileSync(join(SOURCES, path), "utf8");
  const resolved = (to: string): string[] => {
    const plain = posix.join(posix.dirname(path), to);
    return [plain, `${plain}.ts`, `${plain}/index.ts`].filter((each) => known.has(each));
  };
  const loaded = [...text.matchAll(DYNAMIC)].map(([, waits, to, part = "rest"]) => ({ waits, to, part: part as Part }));
  return {
    imports: [...all(text, STATIC), ...loaded.filter(({ waits }) => !waits).map(({ to }) => to)].flatMap(resolved),
    loads: loaded.filter(({ waits }) => waits).flatMap(({ to, part }) => resolved(to).map((path) => ({ path, part }))),
    keys: all(text, KEY),
    beginnings: all(text, BEGINNING),
  };
}

function readSources(): Map<string, Source> {
  const paths = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  const known = new Set(paths.filter((path) => /\.(ts|svelte)$/.test(path) && !/\.(test|d)\.ts$/.test(path)));
  return new Map([...known].map((path) => [path, readSource(path, known)]));
}

/** These files, and all that they import. */
function withImports(paths: readonly string[], sources: ReadonlyMap<string, Source>): Set<string> {
  const found = new Set(paths);
  for (const path of found) sources.get(path)?.imports.forEach((other) => found.add(other)); // it grows on the way
  return found;
}

/** Whether a key is used by files that come with a part, for each part. Plural forms belong to one key. */
function usesOf(sources: ReadonlyMap<string, Source>): Record<Part, (key: string) => boolean> {
  const loads = [{ path: FIRST, part: "start" }, ...[...sources.values()].flatMap(({ loads }) => loads)];
  const uses = (part: string) => {
    const paths = withImports(
      loads.filter((load) => load.part === part).map(({ path }) => path),
      sources,
    );
    const files = [...sources].filter(([path]) => paths.has(path)).map(([, source]) => source);
    const keys = new Set(files.flatMap(({ keys }) => keys));
    const beginnings = [...new Set(files.flatMap(({ beginnings }) => beginnings))];
    const isUsed = (key: string) => keys.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
    return (key: string) => isUsed(key) || isUsed(key.replace(/_\w+$/, ""));
  };
  return Object.fromEntries(Object.keys(BEFORE).map((part) => [part, uses(part)])) as ReturnType<typeof usesOf>;
}

/** What puts texts into parts: it reads the sources once. */
export function textParts(): (file: string, part: Part) => Texts {
  const flat = usesOf(readSources());
  const said = JSON.parse(readFileSync(join(SOURCES, "texts/game-parts.generated.json"), "utf8")) as Record<string, string[]>;
  const heard = Object.fromEntries(
    Object.keys(BEFORE).map((part) => {
      const texts = new Set(said[part]);
      return [part, (text: string) => part === "rest" || texts.has(text)];
    }),
  ) as typeof flat;
  const read = (path: string, part: Part, uses: typeof flat): Record<string, string> => {
    const texts = Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>);
    const isIn = (text: string) => uses[part](text) && !BEFORE[part].some((before) => uses[before](text));
    return Object.fromEntries(texts.filter(([text]) => isIn(text)));
  };
  return (file, part) => ({
    flat: read(file, part, flat),
    game: basename(file) === "en.json" ? {} : read(join(dirname(file), basename(file, ".json") + ".game.json"), part, heard),
  });
}
