import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.LASTCARD_SERVER ?? "http://127.0.0.1:8000";

// What both the first page and a table need, and what only a table needs, in a file each: many small ones pack worse.
const CORE = /node_modules\/svelte|src\/(texts(\.svelte)?\.ts|texts\/en\.json|keep|settings|announce|route|api|catalog|cards\/|parts\/(Lazy|Card|CardBack|Digits|Glyph|Wheel)\.)/;
const TABLE = /src\/(screens\/(TableScreen|Seated|Play)|parts\/(Dialog|Special|Ask|Hand|Opponent|Piles|Clock|ColorPicker|Flyers|Icon)\.|(say|state|socket|table|noted|sounds|keys|options|house|scenes|motion|layout|choices|queries)\b)/;

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: fileURLToPath(new URL("../src/lastcard/server/static", import.meta.url)),
    emptyOutDir: true,
    manifest: "assets/manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: ["chrome123", "firefox121", "safari17.5"],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        advancedChunks: { groups: [{ name: "core", test: CORE }, { name: "table", test: TABLE }] },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
