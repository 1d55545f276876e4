// A link to an exact answer: the question, its scope, and the place of the quote. All of it stands after the "#", which
// browsers send to no server: what was asked is in no log.

const PLACE = ["document", "page", "start", "end"];

/** A short fingerprint of the quote (FNV-1a, 32 bits): a link tells by it that the rulebook was changed since. */
export function sumOf(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(36);
}

export function linkTo({ question, game, expansions, language }, citation) {
  const values = { q: question, game, expansions: expansions?.join(","), language, sum: sumOf(citation.quote) };
  for (const part of PLACE) values[part] = citation[part];
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return `${location.origin}/#${new URLSearchParams(given)}`;
}

/** What a link asks for; null where it is none. Without a place, its question is to be asked. */
export function read(params) {
  const question = (params.get("q") ?? "").slice(0, 1000).trim();
  if (!question) return null;
  const [document, ...numbers] = PLACE.map((part) => params.get(part) ?? "");
  const [page, start, end] = numbers.map((digits) => (/^\d{1,8}$/.test(digits) ? Number(digits) : null));
  const whole = document !== "" && page !== null && start !== null && end !== null;
  return {
    question,
    game: params.get("game"),
    expansions: params.has("expansions") ? params.get("expansions").split(",").filter(Boolean) : null,
    language: params.get("language"),
    sum: params.get("sum"),
    place: whole ? { document, page, start, end } : null,
  };
}

/** Copies text, also where the page is not served over HTTPS and the browser keeps its clipboard to itself. */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const held = document.createElement("textarea");
  held.value = text;
  document.body.append(held);
  held.select();
  const done = document.execCommand("copy");
  held.remove();
  if (!done) throw new Error("the browser copies nothing");
  return undefined;
}

/** Hands a link to the device's own sharing, on a touch screen that has it; else copies it. Returns what it did. */
export async function share(link, title) {
  const touch = matchMedia("(hover: none) and (pointer: coarse)").matches;
  if (touch && navigator.share) {
    await navigator.share({ title, url: link });
    return "shared";
  }
  await copy(link);
  return "copied";
}
