import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

import { BEFORE, type Part } from "./src/texts/parts.ts";
import { textParts } from "./text-parts.ts";

const server = process.env.LASTCARD_SERVER ?? "http://127.0.0.1:8000";

/** Matches modules whose path contains one of these. */
const oneOf = (...paths: string[]): RegExp => new RegExp(paths.join("|"));

// One file for what the home page and a table share, one for what only a table needs: many small files compress worse.
const CORE = oneOf(
  "node_modules/svelte",
  "src/texts/(index|language|parts|en\\.json\\?start)",
  "src/browser/(announce|hand|route|settings|storage|tab-title)",
  "src/connection/(api|catalog)",
  "src/parts/Icon",
  "src/cards/(?!Shape|names)",
  "src/parts/(Lazy|NewTab)",
);
const TABLE = oneOf(
  "src/connection/(socket|state)",
  "src/browser/(shortcuts|notify|play-sound)",
  "src/cards/names",
  "src/table/(?!Ask|ColorPicker|SeatPicker|Effects|EmotePicture|PlayerFace|face-parts|SeatMenu|TableMenu|Podium|Results|HandPoints|results|Outcome|ChatInput|StackSum|MessageLine|Tension|SpecialState|TableRules|reactions|shown-hand|spoken-answers|Throw|caption|free-spot|sections|writing|performance|Performs|verdicts|VerdictTold|JudgedPlayer|Jury)",
  "src/study/promises",
  "src/screens/(TableScreen|Seated|Play)",
);

/** The file of a part of a language, and the part. */
const PART = /^(.*\/\w+\.json)\?(\w+)$/;

/** `texts/de.json?home`: a part of a language, with what the client and the server say in it. */
function languagesInParts(): Plugin {
  let textsOf: ReturnType<typeof textParts> | undefined;
  return {
    name: "languages-in-parts",
    enforce: "pre",
    watchChange: () => void (textsOf = undefined),
    load(id) {
      const [, file, part] = PART.exec(id) ?? [];
      if (!part || !(part in BEFORE)) return null;
      textsOf ??= textParts();
      return { code: `export default ${JSON.stringify(textsOf(file, part as Part))}`, moduleType: "js" };
    },
  };
}

/** `/sw.js`: the service worker with its texts in every language. */
function offlineWorker(): Plugin {
  const read = (path: string) => readFileSync(fileURLToPath(new URL(`src/${path}`, import.meta.url)), "utf8");
  return {
    name: "offline-worker",
    generateBundle() {
      const languages = readdirSync(fileURLToPath(new URL("src/texts", import.meta.url)))
        .map((name) => /^(\w+)\.json$/.exec(name)?.[1])
        .filter((code) => code !== undefined);
      const texts = languages.map((code) => {
        const flat = JSON.parse(read(`texts/${code}.json`)) as Record<string, string>;
        return [code, { title: flat["offline.title"], text: flat["offline.text"], again: flat["offline.again"] }];
      });
      const source = `const TEXTS = ${JSON.stringify(Object.fromEntries(texts))};\n${read("browser/offline-worker.js")}`;
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  plugins: [languagesInParts(), offlineWorker(), svelte()],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  build: {
    outDir: fileURLToPath(new URL("../src/lastcard/server/http/static", import.meta.url)),
    emptyOutDir: true,
    manifest: "assets/manifest.json",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: ["chrome123", "firefox121", "safari17.5"],
    rolldownOptions: {
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false }, // the groups decide what goes together
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          ["assets/[name]", PART.exec(facadeModuleId ?? "")?.[2], "[hash].js"].filter(Boolean).join("-"),
        codeSplitting: {
          groups: [
            { name: "core", test: CORE },
            { name: "table", test: TABLE },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    isolate: false,
    fsModuleCache: false, // a part of a language changes with every file that says something
    setupFiles: "src/testing/setup.ts",
    restoreMocks: true,
    unstubGlobals: true,
  },
});
