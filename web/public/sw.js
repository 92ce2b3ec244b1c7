// Says that the page is offline, and caches nothing: what the server sends is never out of date.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>lastcard: offline</title>
<body><h1>You're offline</h1><p>lastcard needs its server. Try again when you're back online.</p>
<p lang="de">Du bist offline. lastcard braucht seinen Server. Versuch es noch einmal, sobald du wieder online bist.</p>
<p><a href="/">Try again</a></p></body></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const offline = () => new Response(PAGE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(offline));
});
