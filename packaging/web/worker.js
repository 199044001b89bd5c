// Stores the page for use without a network. Each version is stored as a whole, under its own
// name. A new version is used when the player accepts it, or at the next start.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
const CACHE = `trierarch-${VERSION}`;

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("trierarch-") && name !== CACHE;
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(old).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clear());
});

addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request.mode === "navigate" ? "./" : request);
    return kept ?? fetch(request);
  };
  event.respondWith(answer());
});
