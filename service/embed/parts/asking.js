// Calls to the service: every one says which site it comes from.

const HERE = document.currentScript?.src ?? document.querySelector('script[src*="/embed.js"]')?.src ?? "";
const BASE = HERE.replace(/\/embed\.js.*$/, "");

class Trouble extends Error {
  constructor(kind, more = {}) {
    super(kind);
    Object.assign(this, { kind, ...more });
  }
}

const KINDS = { "not-ready": "notReady", "unknown-name": "gone", "site-game": "unset", "unknown-site": "denied", origin: "denied" };

function troubleOf(answer, body) {
  const kind = body?.type?.split(":").at(-1);
  if (answer.status === 429) return new Trouble("rateLimited", { seconds: Number(answer.headers.get("Retry-After")) || 60 });
  if (KINDS[kind]) return new Trouble(KINDS[kind]);
  if (answer.status === 503) return new Trouble("busy");
  if (answer.status < 500) return new Trouble("refused");
  return new Trouble("failed", { id: answer.headers.get("X-Request-ID") ?? "" });
}

// A browser tells a page nothing of a denial but that the call failed; a call whose answer nobody reads tells them apart.
async function unreachable(site) {
  try {
    await fetch(`${BASE}/healthz`, { mode: "no-cors", cache: "no-store" });
  } catch {
    return new Trouble("offline");
  }
  console.warn(`lexludo-chat: site "${site}" may not be used on ${location.origin}; its operator lists sites and origins in LEXLUDO_SITES`);
  return new Trouble("denied");
}

async function call(site, path, body) {
  const sent = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(`${BASE}${path}?site=${encodeURIComponent(site)}`, { credentials: "omit", referrerPolicy: "no-referrer", ...sent });
  } catch {
    throw await unreachable(site);
  }
  if (answer.status === 204) return null;
  const read = await answer.json().catch(() => null);
  if (!answer.ok || read === null) throw troubleOf(answer, read);
  return read;
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls again until the library is open; `meanwhile` is told of each wait. */
async function callWhenReady(meanwhile, ...call_) {
  for (;;) {
    try {
      return await call(...call_);
    } catch (trouble) {
      if (trouble.kind !== "notReady") throw trouble;
      meanwhile();
      await pause(1500);
    }
  }
}
