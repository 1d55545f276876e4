// Glyphs that only a rulebook's own font can draw: their names stand in their place.

import { element } from "/static/element.js";

const named = new Map();  // by document: the name of each glyph

export function knowIcons(games) {
  for (const { documents } of games) for (const { id, icons } of documents) named.set(id, icons ?? {});
}

/** Cuts the words of a document into strings and elements. */
export function withIcons(words, document) {
  const names = named.get(document) ?? {};
  return [...words].reduce((parts, letter) => {
    if (Object.hasOwn(names, letter)) parts.push(element("span", { class: "icon" }, names[letter]), "");
    else parts[parts.length - 1] += letter;
    return parts;
  }, [""]);
}
