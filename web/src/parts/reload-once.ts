// A part of the page is missing, most likely because the server was updated: loading the page again gets the new one.
const KEY = "lastcard.reloaded";
const AGAIN = 60_000; // milliseconds before another try

/** Reloads the page if it hasn't just been reloaded for this reason. Returns whether it does. */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < AGAIN) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false; // without storage, it would reload forever
  }
  location.reload();
  return true;
}
