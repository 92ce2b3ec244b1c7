import { preferred, speak } from "../texts";
import { read, write } from "./storage";

export interface Settings {
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  motion: "auto" | "reduced" | "full";
  cards: "normal" | "large" | "largest";
  sort: "color" | "number" | "dealt"; // the hand
  leftHanded: boolean;
  sounds: boolean;
  volume: number; // percent
  captions: boolean; // of sounds
  haptics: boolean;
  botsReact: boolean;
  throws: boolean; // what people throw shows, and can be thrown
  tips: boolean; // the first time something happens
  notify: boolean; // when it is the player's turn and the page is hidden
  speed: "slow" | "normal" | "fast";
  keys: boolean;
  keymap: Record<string, string>;
  language: string; // "" means the browser's
}

export const DEFAULTS: Settings = {
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  cards: "normal",
  sort: "color",
  leftHanded: false,
  sounds: true,
  volume: 70,
  captions: false,
  haptics: true,
  botsReact: true,
  throws: true,
  tips: true,
  notify: false,
  speed: "normal",
  keys: true,
  keymap: {},
  language: "",
};

const KEY = "lastcard.settings";

/** The player's settings. Change a field, and it is applied and stored in the browser. */
export const settings: Settings = $state({ ...DEFAULTS, ...read<Partial<Settings>>("settings", {}) });

/** Whether the settings are open over the page. */
export const panel = $state({ isOpen: false });

/** Opens them there instead of following a link, at a table that nobody should leave for them. */
export function openPanel(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  panel.isOpen = true;
}

/** Whether to reduce motion, by the player's setting or the system's. */
export function isStill(): boolean {
  if (settings.motion !== "auto") return settings.motion === "reduced";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function apply(): void {
  const { dataset } = document.documentElement;
  const moreContrast = settings.contrast === "more" || matchMedia("(prefers-contrast: more)").matches;
  dataset.theme = settings.theme;
  dataset.contrast = moreContrast ? "more" : "normal";
  dataset.motion = settings.motion === "auto" ? (isStill() ? "reduced" : "full") : settings.motion;
  dataset.cards = settings.cards;
}

/** Applies the settings now and whenever they change. The shell calls it once. */
export async function followSettings(): Promise<void> {
  for (const query of ["(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", apply);
  }
  addEventListener("storage", ({ key }) => {
    if (key === KEY) Object.assign(settings, DEFAULTS, read<Partial<Settings>>("settings", {})); // changed in another tab
  });
  apply(); // before the first paint, so nothing flickers
  $effect.root(() => {
    $effect(apply);
    $effect(() => write("settings", $state.snapshot(settings)));
    $effect(() => void speak(settings.language || preferred()));
  });
  await speak(settings.language || preferred());
}
