import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = process.env.LASTCARD_SERVER ?? "http://127.0.0.1:8000";

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
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
