import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { isLater } from "./src/texts/later.ts";

const server = process.env.LASTCARD_SERVER ?? "http://127.0.0.1:8000";

// What both the first page and a table need, and what only a table needs, in a file each: many small ones pack worse.
const CORE = /node_modules\/svelte|src\/(texts(\.svelte)?\.ts|texts\/en\.json\?start|keep|settings|announce|route|api|catalog|cards\/|parts\/(Lazy|Card|CardBack|Digits|Glyph|Wheel)\.)/;
const TABLE = /src\/(screens\/(TableScreen|Seated|Play)|parts\/(Dialog|Special|Ask|Hand|Opponent|Piles|Clock|ColorPicker|Flyers|Icon)\.|(say|chat|state|socket|table|noted|sounds|keys|options|house|scenes|motion|layout|choices|queries)\b)/;

/** `texts/en.json?start` and `?later`: the texts in two parts, so that nobody waits for those of other screens. */
function inParts(): Plugin {
  return {
    name: "texts-in-parts",
    enforce: "pre",
    load(id) {
      const [, path, part] = /^(.*\.json)\?(start|later)$/.exec(id) ?? [];
      if (!path) return null;
      const texts = Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>);
      const chosen = process.env.VITEST ? texts : texts.filter(([key]) => isLater(key) === (part === "later"));
      return { code: `export default ${JSON.stringify(Object.fromEntries(chosen))}`, moduleType: "js" };
    },
  };
}

export default defineConfig({
  plugins: [inParts(), svelte()],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: fileURLToPath(new URL("../src/lastcard/server/static", import.meta.url)),
    emptyOutDir: true,
    manifest: "assets/manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: ["chrome123", "firefox121", "safari17.5"],
    rolldownOptions: {
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false }, // the groups say what goes together
      output: {
        codeSplitting: { groups: [{ name: "core", test: CORE }, { name: "table", test: TABLE }] },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    isolate: false,
    setupFiles: "src/fresh.ts",
    restoreMocks: true,
    unstubGlobals: true,
  },
});
