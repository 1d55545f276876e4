// Keeps the page's own files, so that it opens without a connection and can say so. Answers are never kept: a rule is
// looked up in the library as it is now, or not at all.

const KEPT = "lexludo-shell-1";
const PATIENCE = 4000;

function isShell(url) {
  if (url.origin !== location.origin) return false;
  return url.pathname === "/" || url.pathname === "/manifest.webmanifest" || url.pathname.startsWith("/static/");
}

const keyOf = (url) => url.origin + url.pathname;

// What is kept already came through here, and is the newest.
async function keep(addresses) {
  const cache = await caches.open(KEPT);
  const wanted = new Set(addresses.map((one) => new URL(one)).filter(isShell).map(keyOf));
  await Promise.all([...wanted].map(async (address) => {
    if (await cache.match(address)) return;
    await cache.add(address).catch(() => { /* kept the next time */ });
  }));
}

const soon = (request) => fetch(request, { signal: AbortSignal.timeout(PATIENCE) });

// The newest where it can be had, so that a changed service and its page never disagree.
async function newest(request) {
  const cache = await caches.open(KEPT);
  const key = keyOf(new URL(request.url));
  const held = await cache.match(key);
  try {
    const fresh = await (held ? soon(request) : fetch(request));
    if (fresh.ok) await cache.put(key, fresh.clone());
    return fresh;
  } catch (problem) {
    if (held) return held;
    throw problem;
  }
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const others = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
})()));
addEventListener("message", (event) => { if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep)); });
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && isShell(new URL(request.url))) event.respondWith(newest(request));
});
