// Adds or replaces a text in every language: node web/scripts/text.mjs KEY "English" "Deutsch" "Español" [KEY ...]
// English comes first, then the other languages in the order of their codes.
// It takes a lock, so several people can add texts at once. Keys stay in alphabetical order.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../src/texts/", import.meta.url));
const lock = `${folder}.lock`;

function hold() {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return mkdirSync(lock);
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  throw new Error(`${lock} has been there for ten seconds: remove it if nobody writes`);
}

function change(language, texts) {
  const path = `${folder}${language}.json`;
  const flat = JSON.parse(readFileSync(path, "utf8"));
  const sorted = Object.fromEntries(Object.entries({ ...flat, ...texts }).sort(([a], [b]) => (a < b ? -1 : 1)));
  const content = JSON.stringify(sorted, null, 2) + "\n";
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

const codes = readdirSync(folder)
  .filter((name) => /^\w+\.json$/.test(name))
  .map((name) => name.slice(0, -".json".length));
const languages = ["en", ...codes.filter((code) => code !== "en").sort()];
const words = process.argv.slice(2);
const size = languages.length + 1;
if (!words.length || words.length % size)
  throw new Error(`give KEY and its text in ${languages.join(", ")}, once or several times`);
hold();
try {
  languages.forEach((language, at) => {
    const texts = {};
    for (let i = 0; i < words.length; i += size) texts[words[i]] = words[i + at + 1];
    change(language, texts);
  });
} finally {
  rmdirSync(lock);
}
