// Reads the server's JSON Schema and writes TypeScript types for everything on the wire.
// scripts/wire-types runs it.
import { text } from "node:stream/consumers";

import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(await text(process.stdin));

/** Prepares a definition for the compiler: names come from $defs, a reference stands alone, a free object holds anything. */
function plain(node) {
  if (Array.isArray(node)) return node.map(plain);
  if (node === null || typeof node !== "object") return node;
  if (node.$ref) return { $ref: node.$ref };
  const { title: _title, default: _default, properties, ...kept } = node;
  if (kept.type === "object" && !properties && kept.additionalProperties === undefined) kept.additionalProperties = true;
  const made = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, plain(value)]));
  return properties ? { ...made, properties: each(properties) } : made;
}

function each(named) {
  return Object.fromEntries(Object.entries(named).map(([name, node]) => [name, plain(node)]));
}

const source = await compile({ $defs: each(schema.$defs), type: "object", additionalProperties: false }, "Everything", {
  additionalProperties: false,
  bannerComment:
    "// Written by scripts/wire-types from the server's schema: change src/lastcard/server/wire/messages.py or commands.py instead.",
  unreachableDefinitions: true,
  format: true,
  style: { printWidth: 128 },
});
process.stdout.write(
  source
    .replace(/export interface Everything \{\}\n*/, "")
    .replace(
      / \*(?: *\n \*)? This interface was referenced by `Everything`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      "",
    )
    .replace(/\/\*\*\n \*\/\n/g, ""),
);
