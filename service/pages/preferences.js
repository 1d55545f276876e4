// How the page looks and speaks, chosen in a dialog and remembered on this device.

import { byId, element } from "/static/element.js";
import { recall, remember } from "/static/memory.js";
import { LANGUAGES, chosen, say, speak } from "/static/strings.js";

const dialog = byId("preferences");
const languages = byId("language");
let installing = null;

function applyTheme(theme) {
  remember("theme", theme);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function offerLanguages() {
  const option = ([code, [tag, name]]) => element("option", { value: code, lang: tag }, name);
  languages.replaceChildren(element("option", { value: "" }, say.byBrowser), ...Object.entries(LANGUAGES).map(option));
  languages.value = chosen();
}

/** Wires the dialog; `onLanguage` is called after another language is spoken. */
export function wirePreferences(onLanguage) {
  offerLanguages();
  for (const radio of dialog.querySelectorAll("[name=theme]")) {
    radio.checked = radio.value === recall("theme");
    radio.addEventListener("change", () => applyTheme(radio.value));
  }
  byId("openPreferences").addEventListener("click", () => dialog.showModal());
  byId("closePreferences").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  languages.addEventListener("change", async () => {
    remember("language", languages.value);
    await speak(languages.value);
    offerLanguages();
    onLanguage();
  });
}

// Browsers that can install the page say so by this event, and only then may be asked to.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  byId("install").hidden = false;
});
byId("install").addEventListener("click", () => { installing?.prompt(); byId("install").hidden = true; dialog.close(); });
