// Words compared as a person typing on a phone means them: without case and accents.

export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const SHORTEST = 3;

export const wordsOf = (text) => [...text.matchAll(WORD)].map((found) => folded(found[0])).filter((word) => word.length >= SHORTEST);

// One word in two endings: they share all but three letters, and no less than four.
function alike(one, other) {
  const shared = Math.max(4, Math.max(one.length, other.length) - 3);
  return one === other || (Math.min(one.length, other.length) >= shared && one.slice(0, shared) === other.slice(0, shared));
}

/** Cuts a text into [part, whether it is one of the words]; the parts joined are the text. */
export function cut(text, words) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    const word = folded(found[0]);
    if (word.length < SHORTEST || !words.some((wanted) => alike(word, wanted))) continue;
    parts.push([text.slice(at, found.index), false], [found[0], true]);
    at = found.index + found[0].length;
  }
  return [...parts, [text.slice(at), false]].filter(([part]) => part);
}
