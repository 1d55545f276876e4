// A question and what became of it, as it is shown.

import { actions } from "/static/actions.js";
import { card, folding, leading } from "/static/cards.js";
import { announce, button, element } from "/static/element.js";
import { LANGUAGES, language, say } from "/static/strings.js";

/** An exchange begins with the question; `show` says what became of it, to the eye and to the ear. */
export function exchange(question, about) {
  const reply = element("div", { class: "reply" });
  const asked = element("h2", { class: "asked" }, element("span", { class: "unseen" }, `${say.you} `),
    element("span", { class: "bubble", dir: "auto" }, question),
    about ? element("span", { class: "about" }, say.about(about)) : null);
  const article = element("article", { lang: LANGUAGES[language][0] }, asked, reply);
  const show = (kind, spoken, ...content) => {
    reply.className = `reply ${kind}`;
    reply.replaceChildren(...content.flat().filter((part) => part !== null && part !== undefined));
    announce(spoken);
  };
  return { article, reply, show };
}

export const spokenQuote = (citation) => `${say.says}: ${citation.quote} ${citation.title}, ${say.page(citation.page)}`;

const heading = (words, aside = "") =>
  element("h3", { class: "overline" }, words, aside ? element("span", { class: "confidence" }, aside) : null);

const composed = (made) => made && element("div", { class: "aid" },
  element("p", { class: "overline" }, say.composed(made.by)), element("p", { dir: "auto" }, made.text));

export const begun = (citation) => [heading(say.says), card(citation, "first")];

export function answered(answer, asked) {
  const [first, ...others] = answer.citations;
  return [
    heading(say.says, say.confidence(Math.round(answer.confidence * 100))),
    leading(first, answer.question_language),
    composed(answer.composed),
    others.length > 0 ? folding(say.more(others.length), ...others.map((other) => card(other))) : null,
    ...actions(asked, first),
  ];
}

/** A rule that was opened at its place, by a shared link or as a neighbour, and not found by asking. */
export const opened = (citation, asked, note, ...more) => [
  heading(say.says),
  card(citation, "first"),
  note ? element("p", { class: "note" }, note) : null,
  ...more,
  ...actions(asked, citation, false),
];

const REFUSALS = { other_game: () => [say.otherGame, say.otherGameDetail], off_topic: () => [say.offTopic, say.offTopicDetail] };

/** How it is said that there is no answer, and what to do: two texts. */
export const refusal = (answer) => REFUSALS[answer.reason]?.() ?? [say.notFound, say.notFoundDetail];

export function notFound(answer, asked, titleOf, choose) {
  const [verdict, detail] = refusal(answer);
  return [
    element("h3", { class: "verdict" }, verdict),
    element("p", {}, detail),
    answer.games.length > 0 ? chips(answer.games.map((id) => button("chip", () => choose(id), titleOf(id)))) : null,
    answer.reason === "not_in_rulebook" || !answer.reason ? about(answer.citations) : null,
    answer.citations.length > 0 ? folding(say.nearest, ...answer.citations.map((citation) => card(citation, "near"))) : null,
    ...actions(asked, null),
  ];
}

// What the nearest rules are about, by their headings: often enough to see that the question was read otherwise.
function about(citations) {
  const headed = new Map(citations.filter((one) => one.section.length > 0).map((one) => [one.section.at(-1), one]));
  if (headed.size === 0) return null;
  const topic = ([words, one]) => element("li", {}, element("span", { lang: one.language, dir: "auto" }, words), ` (${one.title}, ${say.page(one.page)})`);
  return element("div", { class: "topics" }, element("p", {}, say.nearestAbout), element("ul", {}, ...[...headed].map(topic)));
}

export const whichGame = (answer, titleOf, choose) => [
  element("h3", { class: "verdict" }, say.whichGame),
  element("p", {}, say.whichGameDetail),
  chips(answer.games.map((id) => button("chip", () => choose(id), titleOf(id)))),
];

export const chips = (buttons) => element("ul", { class: "chips" }, ...buttons.map((one) => element("li", {}, one)));

/** The rules beside a rule: each button opens one. */
export const beside = (rules, tag, open) => element("nav", { class: "beside", "aria-label": say.beside },
  element("p", { class: "overline" }, say.beside),
  chips(rules.map((rule) => {
    const made = button("chip soft", () => open(rule), rule.heading);
    made.lang = tag;
    made.dir = "auto";
    return made;
  })));

export const changedSince = (askAgain) => [
  element("h3", { class: "verdict" }, say.changedSince),
  element("p", {}, say.changedSinceDetail),
  button("chip", askAgain, say.askAgain),
];

export const waiting = (words) => element("p", {}, words);

/** What went wrong, and a button to try again; before `seconds` have passed it counts them down. */
export function troubled(wordsAfter, again, seconds = 0) {
  const trouble = element("p", { class: "trouble" });
  const retry = again ? button("chip", again, say.again) : null;
  let left = seconds;
  const tick = () => {
    trouble.textContent = wordsAfter(left);
    if (retry) retry.disabled = left > 0;
    if (left > 0) setTimeout(tick, 1000);
    left -= 1;
  };
  tick();
  return [trouble, retry];
}
