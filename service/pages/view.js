// What is shown. Every word of a rulebook or a player goes in as text, never as markup.

import { makeEnlarged } from "/static/enlarged.js";
import { element } from "/static/element.js";

const THUMBNAIL = 320;  // pixels: twice its width on the screen

export function makeView(say, language) {
  const enlarged = makeEnlarged(say);

  const languageName = (tag) => {
    try {
      return new Intl.DisplayNames([language], { type: "language" }).of(tag);
    } catch {
      return tag;
    }
  };

  const link = (href, words) =>
    element("a", { href, target: "_blank", rel: "noopener" }, words, element("span", { class: "unseen" }, ` ${say.newTab}`));

  const icons = new Map();  // of each document: the names of glyphs that only its font can draw

  function knowIcons(games) {
    for (const { documents } of games) for (const { id, icons: named } of documents) icons.set(id, named ?? {});
  }

  function withIcons(words, document) {
    const named = icons.get(document) ?? {};
    return [...words].reduce((parts, letter) => {
      if (Object.hasOwn(named, letter)) parts.push(element("span", { class: "icon" }, named[letter]), "");
      else parts[parts.length - 1] += letter;
      return parts;
    }, [""]);
  }

  const quote = (words, tag, document) => element("blockquote", { lang: tag, dir: "auto" }, ...withIcons(words, document));

  function source(citation, kind) {
    const line = element("figcaption", { class: "source" });
    const parts = [
      element("cite", { lang: citation.language, dir: "auto" }, citation.title),
      element("span", {}, say.kinds[citation.kind] ?? citation.kind),
      link(citation.page_url, say.page(citation.page)),
    ];
    if (citation.image_url) parts.push(pictureButton(citation, say.image));
    if (citation.ocr) parts.push(element("span", { class: "ocr", title: say.ocrDetail }, say.ocr));
    if (citation.section.length > 0) {
      parts.push(element("span", { class: "section", lang: citation.language, dir: "auto" }, citation.section.join(" › ")));
    }
    parts.forEach((part, place) => line.append(...(place > 0 ? [" · ", part] : [part])));
    if (kind === "first" && citation.image_url) line.append(thumbnail(citation));
    return line;
  }

  const pictureButton = (citation, ...content) =>
    element("button", { type: "button", class: "picture", "aria-haspopup": "dialog", onclick: () => enlarged.show(citation) }, ...content);

  function thumbnail(citation) {
    const separator = citation.image_url.includes("?") ? "&" : "?";
    const image = element("img", { src: `${citation.image_url}${separator}width=${THUMBNAIL}`, alt: say.imageOf(citation.page, citation.title), loading: "lazy", decoding: "async" });
    image.addEventListener("error", () => image.closest("button").remove());
    const button = pictureButton(citation, image);
    button.classList.add("thumbnail");
    return button;
  }

  const cited = (citation, kind = "") =>
    element("figure", { class: `cited ${kind}`.trim() }, quote(citation.quote, citation.language, citation.document), source(citation, kind));

  const folded = (summary, ...children) => element("details", {}, element("summary", {}, summary), ...children);

  const parallel = ({ document, language: tag, page, quote: words }) =>
    folded(say.sameRule(languageName(tag)), element("figure", { class: "cited" }, quote(words, tag, document),
      element("figcaption", { class: "source" }, link(`/documents/${encodeURIComponent(document)}/pages/${page}`, say.page(page)))));

  function answered(answer) {
    const [first, ...others] = answer.citations;
    const percent = Math.round(answer.confidence * 100);
    return [
      element("h3", { class: "overline" }, say.says, element("span", { class: "confidence" }, say.confidence(percent))),
      cited(first, "first"),
      first.parallel ? parallel(first.parallel) : null,
      others.length > 0 ? folded(say.more(others.length), ...others.map((other) => cited(other))) : null,
    ];
  }

  function notFound(answer) {
    const nearest = answer.citations.map((citation) => cited(citation, "near"));
    return [
      element("h3", { class: "verdict" }, say.notFound),
      element("p", {}, say.notFoundDetail),
      nearest.length > 0 ? folded(say.nearest, ...nearest) : null,
    ];
  }

  function whichGame(answer, titleOf, choose) {
    const chip = (id) => element("li", {}, element("button", { type: "button", class: "chip", onclick: () => choose(id) }, titleOf(id)));
    return [
      element("h3", { class: "verdict" }, say.whichGame),
      element("p", {}, say.whichGameDetail),
      element("ul", { class: "chips" }, ...answer.games.map(chip)),
    ];
  }

  function troubled(words, again) {
    const retry = again ? element("button", { type: "button", class: "chip", onclick: again }, say.again) : null;
    return [element("p", { class: "trouble" }, words), retry];
  }

  /** An exchange begins with the question; the returned function shows what became of it. */
  function exchange(question, gameTitle) {
    const reply = element("div", { class: "reply" });
    const asked = element("h2", { class: "asked" }, element("span", { class: "unseen" }, `${say.you} `),
      element("span", { class: "bubble", dir: "auto" }, question),
      gameTitle ? element("span", { class: "about" }, say.about(gameTitle)) : null);
    const article = element("article", {}, asked, reply);
    return { article, show: (kind, ...content) => {
      reply.className = `reply ${kind}`;
      reply.replaceChildren(...content.flat().filter((part) => part !== null));
    } };
  }

  const waiting = (words) => [element("p", {}, words)];

  return { knowIcons, answered, notFound, whichGame, troubled, waiting, exchange };
}
