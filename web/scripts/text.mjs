// Adds or replaces a text in every language: node web/scripts/text.mjs KEY "English" "Deutsch" [KEY "English" "Deutsch" ...]
// It takes a lock, so several people can add texts at once. Keys stay in alphabetical order.
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
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
  const { game, ...flat } = JSON.parse(readFileSync(path, "utf8"));
  const sorted = Object.fromEntries(Object.entries({ ...flat, ...texts }).sort(([a], [b]) => (a < b ? -1 : 1)));
  const content = JSON.stringify(game ? { ...sorted, game } : sorted, null, 2) + "\n";
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

const words = process.argv.slice(2);
if (!words.length || words.length % 3) throw new Error('give KEY "English" "Deutsch", once or several times');
const [en, de] = [{}, {}];
for (let i = 0; i < words.length; i += 3) [en[words[i]], de[words[i]]] = [words[i + 1], words[i + 2]];
hold();
try {
  change("en", en);
  change("de", de);
} finally {
  rmdirSync(lock);
}
