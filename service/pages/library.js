// The service, as the page sees it: answers, games, and problems with a kind that can be put in words.

import { events } from "/static/stream.js";

const PATIENCE = 30_000;

/** kind: offline | notReady | busy | rateLimited | gone | refused | failed */
export class Problem extends Error {
  constructor(kind, { seconds = 1, requestId = "" } = {}) {
    super(kind);
    Object.assign(this, { kind, seconds, requestId });
  }
}

/** Told "offline" where the service cannot be reached, "online" where it can. */
export const connection = new EventTarget();

const posted = (content) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(content),
});

/** Asks, and tells of each citation of an answer as it arrives; returns the whole answer. */
export async function ask(question, onCitation = () => {}) {
  const response = await reach("/v1/ask/stream", posted(question));
  let status = "";
  let answer = null;
  for await (const [event, data] of arriving(response)) {
    if (event === "status") status = data.status;
    else if (event === "citation" && status === "answered") onCitation(data);
    else if (event === "answer") answer = data;
    else if (event === "error") throw problemOf(data.status, data.type, response);
  }
  if (answer === null) throw lost();
  return answer;
}

export const games = async () => (await call("/v1/games")).games;
export const feedback = () => call("/v1/feedback");
export const vote = (content) => call("/v1/feedback", posted(content));
export const search = (query) => call(`/v1/search?${new URLSearchParams(query)}`);

/** The words at a place of a rulebook, and the rules beside them. */
export const place = ({ document, page, start, end }) =>
  call(`/v1/documents/${encodeURIComponent(document)}/pages/${page}/place?start=${start}&end=${end}`);

async function call(path, options = {}) {
  const response = await reach(path, options);
  return response.status === 204 ? null : response.json();
}

async function reach(path, options) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) }).catch(() => { throw lost(); });
  connection.dispatchEvent(new Event("online"));
  if (response.ok) return response;
  const { type = "" } = await response.json().catch(() => ({}));
  throw problemOf(response.status, type, response);
}

async function* arriving(response) {
  try {
    yield* events(response);
  } catch {
    throw lost();
  }
}

function lost() {
  connection.dispatchEvent(new Event("offline"));
  return new Problem("offline");
}

function problemOf(status, type, { headers }) {
  const seconds = Number(headers.get("Retry-After")) || 1;
  const requestId = headers.get("X-Request-ID") ?? "";
  return new Problem(kindOf(status, type), { seconds, requestId });
}

function kindOf(status, type) {
  if (type === "urn:lexludo:busy") return "busy";
  if (status === 503) return "notReady";
  if (status === 502 || status === 504) return "offline";
  if (status === 429) return "rateLimited";
  if (status === 404) return "gone";
  return status < 500 ? "refused" : "failed";
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Tries until the rulebooks are open; calls `meanwhile` before each wait. */
export async function untilReady(attempt, meanwhile, poll = 1500) {
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.kind !== "notReady") throw problem;
      meanwhile();
      await pause(poll);
    }
  }
}
