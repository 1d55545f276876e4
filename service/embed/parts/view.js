// What is shown. Words of rulebooks and players go in as text, never as markup.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const primary = (tag) => tag.split("-")[0].toLowerCase();

function languageName(tag, shownIn) {
  try {
    return new Intl.DisplayNames([shownIn], { type: "language" }).of(tag);
  } catch {
    return tag;
  }
}

const unseen = (words) => element("span", { class: "unseen" }, ` ${words}`);
const folded = (summary, ...children) => element("details", {}, element("summary", {}, summary), ...children);

function source(one, say) {
  const parts = [
    element("cite", { lang: one.language, dir: "auto" }, one.title || one.document),
    one.kind ? say.kinds[one.kind] ?? one.kind : null,
    element("a", { href: BASE + one.page_url, target: "_blank", rel: "noopener" }, say.page(one.page), unseen(say.newTab)),
    one.ocr ? element("span", {}, say.ocr) : null,
    one.section?.length ? element("span", { lang: one.language, dir: "auto" }, one.section.join(" › ")) : null,
  ].filter(Boolean);
  return element("figcaption", {}, parts.flatMap((part, place) => (place ? [" · ", part] : [part])));
}

function changed({ changed_by: by }, say) {
  const words = by && (by.expansion ? `${say.kinds.expansion}: ${by.title}` : say.changedBy(by.title));
  return by ? element("p", {}, element("a", { href: BASE + by.page_url, target: "_blank", rel: "noopener" }, words)) : null;
}

const cited = (one, say, kind = "") => element("figure", { class: kind },
  element("blockquote", { lang: one.language, dir: "auto" }, one.quote), changed(one, say), source(one, say));

// Where the rule stands in the asker's own language, that is what they read first.
function ruling(first, asked, say, shownIn) {
  const { parallel, translation } = first;
  const inTheirs = parallel && primary(parallel.language) === primary(asked) && primary(first.language) !== primary(asked);
  const [lead, beside] = inTheirs ? [{ ...parallel, changed_by: first.changed_by }, first] : [first, parallel];
  const aid = translation
    ? element("p", { class: "aid" }, element("span", { lang: translation.language, dir: "auto" }, translation.text),
      element("small", {}, say.machine(languageName(translation.language, shownIn), translation.by))) : null;
  return [cited(lead, say, "first"), aid,
    beside ? folded(say.sameRule(languageName(beside.language, shownIn)), cited(beside, say)) : null];
}

function outcome(answer, say, shownIn) {
  const [first, ...others] = answer.citations;
  if (answer.status === "answered") {
    return [
      element("h3", {}, say.says, element("span", { class: "sure" }, say.confidence(Math.round(answer.confidence * 100)))),
      ruling(first, answer.question_language, say, shownIn),
      others.length ? folded(say.more(others.length), others.map((other) => cited(other, say))) : null,
    ];
  }
  return [
    element("h3", {}, say.notFound),
    element("p", {}, say.notFoundDetail),
    first ? folded(say.nearest, answer.citations.map((near) => cited(near, say, "near"))) : null,
  ];
}
