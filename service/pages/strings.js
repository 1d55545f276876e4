// The interface's own words. Rulebook text is never translated and never passes through here.

import { recall } from "/static/memory.js";

/** The languages of the interface by code: the tag that the page declares, and the name a speaker looks for. */
export const LANGUAGES = {
  en: ["en", "English"],
  pt: ["pt-BR", "Português (Brasil)"],
  es: ["es", "Español"],
  fr: ["fr", "Français"],
  de: ["de", "Deutsch"],
  it: ["it", "Italiano"],
};

/** The words, by name, and the language they are in: both change when another language is spoken. */
export let say = {};
export let language = "en";

/** The first of the reader's languages that the interface speaks; English where none is. */
export function choose(preferred) {
  const spoken = preferred.map((tag) => tag.split("-")[0].toLowerCase());
  return spoken.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

export const chosen = () => (Object.hasOwn(LANGUAGES, recall("language")) ? recall("language") : "");

export const byBrowser = () => choose(navigator.languages ?? [navigator.language ?? "en"]);

/** Speaks a language ("": the browser's) and puts the words of the page's frame in it. */
export async function speak(code) {
  const wanted = code || byBrowser();
  say = (await import(`/static/strings/${wanted}.js`)).default;
  language = wanted;
  document.documentElement.lang = LANGUAGES[language][0];
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say[one.dataset.say];
  for (const one of document.querySelectorAll("[data-say-label]")) one.setAttribute("aria-label", say[one.dataset.sayLabel]);
  for (const one of document.querySelectorAll("[data-say-placeholder]")) one.placeholder = say[one.dataset.sayPlaceholder];
}

export function languageName(tag) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(tag);
  } catch {
    return tag;
  }
}
