// Tells that the page is offline, and keeps nothing else: what the server sends is never older than the server.
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>lastcard: offline</title>
<body><h1>You are offline</h1><p>lastcard needs its server. Try again when the network is back.</p>
<p lang="de">Du bist offline. lastcard braucht seinen Server: versuch es wieder, sobald das Netz da ist.</p>
<p><a href="/">Try again</a></p></body></html>`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  const offline = () => new Response(PAGE, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  event.respondWith(fetch(event.request).catch(offline));
});
