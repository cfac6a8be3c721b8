// Keeps the files of a page that carries its engine, so that it opens without a network. `./site` writes which.
const VERSION = "none";
const FILES = ["./"];

addEventListener("install", (event) => event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));

addEventListener("activate", (event) =>
  event.waitUntil(
    caches.keys().then(async (names) => {
      await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
      await clients.claim();
    }),
  ),
);

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, cacheName: VERSION }).then((kept) => kept ?? fetch(event.request)));
});
