/** Notifications from the service worker, for browsers that allow no others, such as Chrome on Android. */

let wanted = 0; // counts what is asked for, so that a late answer of the browser shows nothing anymore

/** Shows a notification. A click on it leads back to this page (offline-worker.js). */
export async function showNotice(text: string, options: NotificationOptions): Promise<void> {
  const mine = ++wanted;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (mine === wanted) await worker?.showNotification(text, { ...options, data: location.href });
}

/** Takes it back. */
export async function takeBackNotice(tag: string): Promise<void> {
  wanted++;
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag })) ?? []) notice.close();
}
