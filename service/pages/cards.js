// A citation as it is shown. Every word of a rulebook goes in as text, never as markup.

import { button, element } from "/static/element.js";
import { showEnlarged } from "/static/enlarged.js";
import { cut } from "/static/folding.js";
import { withIcons } from "/static/icons.js";
import { documentOf } from "/static/picker.js";
import { chosen, language, languageName, say } from "/static/strings.js";

const THUMBNAIL = 320;  // pixels: twice its width on the screen
const BESIDE = "(min-width: 48rem)";

const primary = (tag) => tag.split("-")[0].toLowerCase();

// A rulebook's page follows the browser's language, unless the reader chose another here.
function inReadersLanguage(href) {
  if (!chosen()) return href;
  const url = new URL(href, location.origin);
  url.searchParams.set("language", language);
  return url.pathname + url.search + url.hash;
}

export const link = (href, words) =>
  element("a", { href: inReadersLanguage(href), target: "_blank", rel: "noopener" }, words, element("span", { class: "unseen" }, ` ${say.newTab}`));

const marked = (words, terms) => cut(words, terms).map(([part, found]) => (found ? element("mark", {}, part) : part));

function quote({ quote: words, language: tag, document }, terms = []) {
  const parts = withIcons(words, document).flatMap((part) => (typeof part === "string" && terms.length > 0 ? marked(part, terms) : [part]));
  return element("blockquote", { lang: tag, dir: "auto" }, ...parts);
}

const pictureButton = (citation, kind, ...content) => {
  const made = button(kind, () => showEnlarged(citation), ...content);
  made.setAttribute("aria-haspopup", "dialog");
  return made;
};

function thumbnail(citation) {
  const separator = citation.image_url.includes("?") ? "&" : "?";
  const image = element("img", { src: `${citation.image_url}${separator}width=${THUMBNAIL}`, alt: say.imageOf(citation.page, citation.title), loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.closest("button").remove());
  return pictureButton(citation, "picture thumbnail", image);
}

function source(citation, kind) {
  const line = element("figcaption", { class: "source" });
  const parts = [
    citation.title ? element("cite", { lang: citation.language, dir: "auto" }, citation.title) : null,
    citation.kind ? element("span", { class: `kind ${citation.kind}` }, say.kinds[citation.kind] ?? citation.kind) : null,
    link(citation.page_url, say.page(citation.page)),
    citation.image_url ? pictureButton(citation, "picture", say.image) : null,
    citation.ocr ? element("span", { class: "ocr", title: say.ocrDetail }, say.ocr) : null,
    citation.section?.length > 0 ? element("span", { class: "section", lang: citation.language, dir: "auto" }, citation.section.join(" › ")) : null,
  ].filter(Boolean);
  parts.forEach((part, place) => line.append(...(place > 0 ? [" · ", part] : [part])));
  if (kind === "first" && citation.image_url) line.append(thumbnail(citation));
  return line;
}

// The service names what overrides the citation, or what it overrides, where it knows.
function changed({ changed_by: by }) {
  if (!by) return null;
  const words = by.expansion ? say.withExpansion(by.title) : say.changedBy(by.title ?? by);
  return element("p", { class: by.expansion ? "changed elsewhere" : "changed" }, by.page_url ? link(by.page_url, words) : words);
}

function translation({ translation: aid }) {
  if (!aid) return null;
  return element("div", { class: "aid" },
    element("p", { class: "overline" }, say.machine(languageName(aid.language), aid.by)),
    element("p", { lang: aid.language, dir: "auto" }, aid.text));
}

/** A citation with where it stands; `terms` are marked in its words. */
export const card = (citation, kind = "", terms = []) =>
  element("figure", { class: `cited ${kind}`.trim() }, quote(citation, terms), changed(citation), source(citation, kind), translation(citation));

export const folding = (summary, ...children) => element("details", {}, element("summary", {}, summary), ...children);

const titled = (parallel) => ({
  ...parallel,
  title: parallel.title || documentOf(parallel.document)?.title,
  kind: documentOf(parallel.document)?.kind,
  page_url: parallel.page_url || `/documents/${encodeURIComponent(parallel.document)}/pages/${parallel.page}`,
});

/** The citation and the same rule in another edition beside it, the one in the asker's language first. */
export function pair(citation, asked) {
  const other = { ...titled(citation.parallel), changed_by: citation.changed_by };
  const turned = primary(other.language) === primary(asked) && primary(citation.language) !== primary(asked);
  const [first, second] = turned ? [other, citation] : [citation, other];
  const beside = folding(say.sameRule(languageName(second.language)), card(second));
  beside.open = matchMedia(BESIDE).matches;
  return element("div", { class: "pair" }, card(first, "first"), beside);
}

/** The first citation of an answer, with its other edition where there is one. */
export const leading = (citation, asked) => (citation.parallel ? pair(citation, asked) : card(citation, "first"));
