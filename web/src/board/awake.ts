/** Keeps the screen on while the page shows, where the browser allows it. */

/** Asks for it now, and again whenever the page comes back to the front. Returns a function that stops it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let stopped = false;
  const ask = async (): Promise<void> => {
    if (stopped || document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (stopped) await lock.release();
    } catch {
      lock = null; // not allowed, or this browser can't
    }
  };
  const back = (): void => void ask();
  if ("wakeLock" in navigator) {
    document.addEventListener("visibilitychange", back);
    back();
  }
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", back);
    void lock?.release().catch(() => undefined);
  };
}
