// The service worker, which the build writes to /sw.js. It says that the page is offline, leads from a notification to its page,
// and caches nothing: what the server sends is never out of date. TEXTS are the texts of this page by language, put in by the build (vite.config.ts).
/* global TEXTS */
const language = navigator.language.slice(0, 2) in TEXTS ? navigator.language.slice(0, 2) : "en";
const { title, text, again } = TEXTS[language];
const PAGE = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>lastcard: ${title}</title>
<body><h1>${title}</h1><p>${text}</p><p><a href="/">${again}</a></p></body></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const offline = () => new Response(PAGE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(offline));
});
self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const back = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const page = pages.find(({ url }) => url === notification.data) ?? pages[0];
    return page ? page.focus() : self.clients.openWindow(notification.data);
  };
  event.waitUntil(back());
});
