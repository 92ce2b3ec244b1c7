// Presets of table rules: the catalog's own, and those kept in this browser, which a link or a file can bring.
import { read, write } from "../browser/storage";
import { game, t } from "../texts";
import type * as Wire from "../wire";
import type { Options } from "./options";

export interface Preset {
  id: string;
  name: string;
  says: string;
  options: Options;
  /** Titles of the rules that the edition has no cards for. */
  left_out: string[];
  /** Whether it is kept in this browser, and not the catalog's. */
  own: boolean;
}

/** A preset as it is kept, and as a link or a file holds it. */
export interface KeptPreset {
  name: string;
  options: Options;
}

const LONGEST_NAME = 24;
const LONGEST = 6000; // characters of a preset in a link or a file
const MOST_KEPT = 20;
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The presets of an edition: the catalog's, then those kept in this browser with what fits the edition. */
export function presetsOf(edition: Wire.EditionInfo): Preset[] {
  const rules = edition.options.filter((option) => option.group);
  const known = (edition.presets ?? []).map((preset) => ({
    ...preset,
    name: game(preset.name),
    says: game(preset.says),
    left_out: preset.left_out.map((title) => game(title)),
    own: false,
  }));
  const own = keptPresets().map(({ name, options }) => ({
    id: `own:${name}`,
    name,
    says: t("preset.own"),
    options: Object.fromEntries(Object.entries(options).filter(([key]) => rules.some((rule) => rule.name === key))),
    left_out: Object.keys(options).filter((key) => !rules.some((rule) => rule.name === key)),
    own: true,
  }));
  return [...known, ...own];
}

// ---- presets kept in this browser ------------------------------------------------------------------
export const keptPresets = (): KeptPreset[] => {
  const kept = read<unknown>("presets", []);
  return Array.isArray(kept) ? kept.flatMap((each) => checked(each) ?? []) : [];
};

/** Keeps a preset under its name, in place of an older one. The oldest are dropped. */
export function keepPreset(preset: KeptPreset): void {
  const others = keptPresets().filter(({ name }) => name !== preset.name);
  write("presets", [...others, preset].slice(-MOST_KEPT));
}

export const forgetPreset = (name: string): void =>
  write(
    "presets",
    keptPresets().filter((preset) => preset.name !== name),
  );

/** The link that brings a preset to another browser. */
export const presetLink = (preset: KeptPreset): string =>
  `${location.origin}${location.pathname}#preset=${encodeURIComponent(JSON.stringify(preset))}`;

/** Reads a preset from a link or a file, or returns null if there isn't one. The server checks the rules again. */
export function readPreset(text: string): KeptPreset | null {
  const [, linked] = /#preset=([^&\s]*)/.exec(text) ?? [];
  try {
    const plain = linked === undefined ? text : decodeURIComponent(linked);
    return plain.length > LONGEST ? null : checked(JSON.parse(plain));
  } catch {
    return null;
  }
}

function checked(given: unknown): KeptPreset | null {
  if (!given || typeof given !== "object") return null;
  const { name, options } = given as Partial<KeptPreset>;
  if (typeof name !== "string" || !name.trim() || name.length > LONGEST_NAME || CONTROL.test(name)) return null;
  if (!options || typeof options !== "object" || Array.isArray(options)) return null;
  if (Object.keys(options).some((key) => !/^[a-z_]{1,40}$/.test(key))) return null;
  return { name: name.trim(), options };
}
