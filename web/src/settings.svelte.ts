import { read, write } from "./keep";
import { preferred, speak } from "./texts";

export interface Settings {
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  motion: "auto" | "reduced" | "full";
  cards: "normal" | "large" | "largest";
  sounds: boolean;
  speed: "slow" | "normal" | "fast";
  keys: boolean;
  keymap: Record<string, string>;
  language: string; // "" is the browser's
}

export const DEFAULTS: Settings = {
  theme: "auto",
  contrast: "auto",
  motion: "auto",
  cards: "normal",
  sounds: true,
  speed: "normal",
  keys: true,
  keymap: {},
  language: "",
};

const KEY = "lastcard.settings";

/** The player's own settings, kept in the browser. Change a field and it is applied and kept. */
export const settings: Settings = $state({ ...DEFAULTS, ...read<Partial<Settings>>("settings", {}) });

/** Whether motion is to be kept small, by the player's word or the system's. */
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

/** Applies the settings now and whenever they change. Called once, by the shell. */
export async function followSettings(): Promise<void> {
  for (const query of ["(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", apply);
  }
  addEventListener("storage", ({ key }) => {
    if (key === KEY) Object.assign(settings, DEFAULTS, read<Partial<Settings>>("settings", {})); // changed in another tab
  });
  apply(); // before anything is drawn, so that nothing is seen to change
  $effect.root(() => {
    $effect(apply);
    $effect(() => write("settings", $state.snapshot(settings)));
    $effect(() => void speak(settings.language || preferred()));
  });
  await speak(settings.language || preferred());
}
