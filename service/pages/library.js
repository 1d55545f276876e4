// The service, as the page sees it: answers, games, and problems with a kind that can be put in words.

const PATIENCE = 30_000;

/** kind: offline | notReady | busy | rateLimited | gone | refused | failed */
export class Problem extends Error {
  constructor(kind, { seconds = 1, requestId = "" } = {}) {
    super(kind);
    Object.assign(this, { kind, seconds, requestId });
  }
}

export const ask = (question) =>
  call("/v1/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });

export const games = async () => (await call("/v1/games")).games;

async function call(path, options = {}) {
  const response = await reach(path, options);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

async function reach(path, options) {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    throw new Problem("offline");
  }
}

async function problemOf(response) {
  const seconds = Number(response.headers.get("Retry-After")) || 1;
  const requestId = response.headers.get("X-Request-ID") ?? "";
  const { type = "" } = await response.json().catch(() => ({}));
  return new Problem(kindOf(response.status, type), { seconds, requestId });
}

function kindOf(status, type) {
  if (type === "urn:lexludo:busy") return "busy";
  if (status === 503) return "notReady";
  if (status === 502 || status === 504) return "offline";
  if (status === 429) return "rateLimited";
  if (status === 404) return "gone";
  return status < 500 ? "refused" : "failed";
}
