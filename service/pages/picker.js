// What a question is about: a game, and which of its expansions are on the table. Both are remembered.

import { makeCombobox } from "/static/combobox.js";
import { byId, element } from "/static/element.js";
import { recall, recallRecord, remember } from "/static/memory.js";
import { language, languageName, say } from "/static/strings.js";

const games = new Map();
let off = new Set();  // of the game's expansions, those that are not on the table
let whenPicked = () => {};

const combobox = makeCombobox({
  input: byId("game"),
  list: byId("games"),
  toggle: byId("openGames"),
  onPick: (id) => { remember("game", id); settle(); whenPicked(); },
  words: () => ({ none: say.noSuchGame, all: say.allGames }),
});

export const game = () => combobox.value() || null;
export const titleOf = (id) => (games.has(id) ? nameOf(games.get(id)) : id);
export const documentOf = (id) => [...games.values()].flatMap((one) => one.documents).find((one) => one.id === id);
export const onPick = (told) => { whenPicked = told; };

/** The expansions that count, null where all do: the service then needs no list, and new ones count too. */
export function expansions() {
  const held = games.get(combobox.value())?.expansions ?? [];
  return held.some((id) => off.has(id)) ? held.filter((id) => !off.has(id)) : null;
}

/** Offers the library's games, and picks the one that was picked last on this device. */
export function offer(held) {
  games.clear();
  for (const one of held) games.set(one.id, one);
  combobox.offer(held.map(option));
  if (!combobox.value() && games.has(recall("game"))) combobox.set(recall("game"));
  settle();
}

// A player looks for a game by its name in any language that the library has of it.
const option = (one) => ({
  value: one.id,
  label: nameOf(one),
  detail: one.languages.map(languageName).join(", "),
  also: [one.id, one.title, ...one.documents.map((document) => document.title)].join(" "),
});

const inReadersLanguage = (documents) => documents.find((one) => one.language.split("-")[0] === language);

/** What a game is called in the reader's language: the title of its rulebook in it, where there is one. */
function nameOf({ title, documents }) {
  return inReadersLanguage(documents.filter((one) => one.kind === "rulebook"))?.title ?? title;
}

/** Shows everything again, in the language that is spoken now. */
export const retell = () => offer([...games.values()]);

/**
 * Picks without remembering: a link's choice is not the reader's. Of the expansions those `chosen` count, null all;
 * without a word about them, those that the reader left on.
 */
export function pick(id, chosen = undefined) {
  if (id && !games.has(id)) return;
  const changed = (id ?? "") !== combobox.value();
  if (changed) {
    combobox.set(id ?? "");
    settle();
  }
  if (id && chosen !== undefined) {
    off = new Set(chosen ? games.get(id).expansions.filter((one) => !chosen.includes(one)) : []);
    showExpansions();
  }
  if (changed) whenPicked();
}

export function pickAndRemember(id) {
  remember("game", id);
  pick(id);
}

function settle() {
  const remembered = recallRecord("expansionsOff")[combobox.value()];
  off = new Set(Array.isArray(remembered) ? remembered : []);
  showExpansions();
}

function showExpansions() {
  const held = games.get(combobox.value())?.expansions ?? [];
  byId("expansions").hidden = held.length === 0;
  byId("expansionChoices").replaceChildren(...held.map(choice));
  countExpansions(held);
}

function choice(id) {
  const box = element("input", { type: "checkbox", value: id });
  box.checked = !off.has(id);
  box.addEventListener("change", () => toggle(id, box.checked));
  return element("label", { class: "chip" }, box, element("span", { dir: "auto" }, expansionName(id)));
}

function toggle(id, on) {
  if (on) off.delete(id);
  else off.add(id);
  remember("expansionsOff", JSON.stringify({ ...recallRecord("expansionsOff"), [combobox.value()]: [...off] }));
  countExpansions(games.get(combobox.value()).expansions);
  whenPicked();
}

function countExpansions(held) {
  byId("expansionCount").textContent = say.expansionsOn(held.filter((id) => !off.has(id)).length, held.length);
}

// "Nucleum: Australia" is Australia here; its title in the reader's language, where there is one.
function expansionName(id) {
  const titled = games.get(combobox.value()).documents.filter((one) => one.expansion === id && one.kind === "expansion");
  const own = inReadersLanguage(titled) ?? titled[0];
  return own ? own.title.split(": ").at(-1) : id;
}
