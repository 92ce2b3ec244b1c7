// Tells a player who looks elsewhere that it is their turn: by the title of the tab and, if they ask for it, a notification.
import { settings } from "./settings.svelte";
import { callInTitle } from "./tab-title";

/** Asks for permission to notify. False if the player or the browser refuses. */
export async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

const TAG = "turn";
let shown: Notification | null = null;
let isByWorker = false; // some phones allow notifications only from a service worker

const notices = () => import("./worker-notice");

/** Says in the title that it is the player's turn. While the page is hidden, a notification says it too. */
export function callPlayer(text: string, about: string): void {
  callInTitle(text);
  if (!document.hidden || !settings.notify || !("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body: about, tag: TAG, icon: "/icon-180.png" };
  try {
    shown = new Notification(text, options);
    shown.onclick = () => window.focus();
  } catch {
    isByWorker = true;
    notices()
      .then(({ showNotice }) => (isByWorker ? showNotice(text, options) : undefined))
      .catch(() => undefined);
  }
}

/** Takes it back. */
export function stopCalling(): void {
  callInTitle();
  shown?.close();
  shown = null;
  if (!isByWorker) return;
  isByWorker = false;
  notices()
    .then(({ takeBackNotice }) => takeBackNotice(TAG))
    .catch(() => undefined);
}
