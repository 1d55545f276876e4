// The conversation: what happens between a question and what is shown of its answer.

import { byId, button } from "/static/element.js";
import * as exchanges from "/static/exchanges.js";
import * as library from "/static/library.js";
import * as picker from "/static/picker.js";
import { sumOf } from "/static/sharing.js";
import { say } from "/static/strings.js";

let conversation = null;
let asking = false;
let whenGone = () => {};

export const isAsking = () => asking;
export const onGone = (told) => { whenGone = told; };

/** A follow-up question in another game would be read in the light of the first. */
export const forget = () => { conversation = null; };

export function wordsFor(problem) {
  if (!(problem instanceof library.Problem)) {
    console.error(problem);
    return () => say.failed("");
  }
  if (problem.kind === "rateLimited") return (seconds) => (seconds > 0 ? say.rateLimited(seconds) : say.rateOver);
  return () => (problem.kind === "failed" ? say.failed(problem.requestId) : say[problem.kind]);
}

// An on-screen keyboard would cover the answer; with a real one, the next question can be typed at once.
function settleFocus() {
  const input = byId("question");
  if (matchMedia("(hover: none) and (pointer: coarse)").matches) input.blur();
  else input.focus({ preventScroll: true });
}

const inView = (shown) => shown.article.scrollIntoView({ block: "start" });

function begin(words) {
  byId("title").classList.add("unseen");
  byId("welcome").hidden = true;
  const game = picker.game();
  const shown = exchanges.exchange(words, game ? picker.titleOf(game) : "");
  byId("log").append(shown.article);
  inView(shown);
  settleFocus();
  return shown;
}

const scope = (question) => ({ question, game: picker.game(), expansions: picker.expansions(), language: null, conversation });

/** Asks a question of the game that is picked; nothing happens while another is on its way. */
export function start(text) {
  if (!asking) run(begin(text), (shown) => answer(scope(text), shown));
}

// One at a time: what was asked first is shown first, and its conversation goes on from there.
async function run(shown, work) {
  asking = true;
  shown.show("waiting", say.reading, exchanges.waiting(say.reading));
  try {
    await work(shown);
  } catch (problem) {
    trouble(problem, () => run(shown, work), shown);
  } finally {
    asking = false;
  }
  inView(shown);
}

const patiently = (shown, attempt) =>
  library.untilReady(attempt, () => shown.show("waiting", say.openingAsked, exchanges.waiting(say.openingAsked)));

async function answer(asked, shown) {
  const { question, game, expansions } = asked;
  const body = { question, game, expansions, conversation_id: conversation };
  let begun = false;
  const found = await patiently(shown, () => library.ask(body, (citation) => {
    if (begun || citation.parallel) return;  // beside its other edition it stands otherwise
    begun = true;
    shown.show("answered", "", exchanges.begun(citation));
  }));
  conversation = found.conversation_id;
  show({ ...asked, language: found.question_language, conversation }, found, shown);
}

function show(asked, found, shown) {
  const choose = (id) => { picker.pickAndRemember(id); start(asked.question); };
  if (found.status === "answered") {
    shown.show("answered", exchanges.spokenQuote(found.citations[0]), exchanges.answered(found, asked));
    offerNeighbours(found.citations[0], shown);
  } else if (found.status === "which_game") {
    const titles = found.games.map(picker.titleOf).join(", ");
    shown.show("which", `${say.whichGame} ${titles}`, exchanges.whichGame(found, picker.titleOf, choose));
  } else {
    shown.show("missing", exchanges.refusal(found).join(". "), exchanges.notFound(found, asked, picker.titleOf, choose));
  }
}

function trouble(problem, again, shown) {
  const words = wordsFor(problem);
  const hopeless = problem.kind === "refused" || problem.kind === "gone";
  const seconds = problem.kind === "rateLimited" ? problem.seconds : 0;
  const retry = hopeless ? null : () => { removeEventListener("online", retry); if (!asking) { settleFocus(); again(); } };
  shown.show("troubled", words(seconds), exchanges.troubled(words, retry, seconds));
  if (problem.kind === "offline") addEventListener("online", retry);
  if (problem.kind === "gone") whenGone();
}

// They come after the answer, which must not wait for them; where they do not come, the answer is whole without.
async function offerNeighbours(citation, shown) {
  const { beside } = await library.place(citation).catch(() => ({ beside: [] }));
  showNeighbours(beside, citation, shown);
}

function showNeighbours(beside, citation, shown) {
  if (beside.length === 0) return;
  const open = (rule) => { if (!asking) run(begin(rule.heading), (next) => openNeighbour(citation.document, rule, next)); };
  shown.reply.append(exchanges.beside(beside, citation.language, open));
}

async function openNeighbour(document, rule, shown) {
  const { citation, beside } = await patiently(shown, () => library.place({ document, ...rule }));
  const asked = { ...scope(rule.heading), game: citation.game };
  shown.show("answered", exchanges.spokenQuote(citation), exchanges.opened(citation, asked, ""));
  showNeighbours(beside, citation, shown);
}

/** Opens what a link asks for: the quote at its place, without asking again; or asks, where it names none. */
export function openLink(link) {
  picker.pick(link.game, link.expansions);
  if (asking) return;
  if (link.place) run(begin(link.question), (shown) => openQuote(link, shown));
  else start(link.question);
}

async function openQuote(link, shown) {
  const again = () => start(link.question);
  const found = await patiently(shown, () => placeOrNothing(link.place));
  if (!found || (link.sum && sumOf(found.citation.quote) !== link.sum)) {
    shown.show("missing", say.changedSince, exchanges.changedSince(again));
    return;
  }
  const asked = { ...scope(link.question), language: link.language };
  const askAgain = button("chip soft", again, say.askAgain);
  shown.show("answered", exchanges.spokenQuote(found.citation), exchanges.opened(found.citation, asked, say.sharedNote, askAgain));
  showNeighbours(found.beside, found.citation, shown);
}

async function placeOrNothing(place) {
  try {
    return await library.place(place);
  } catch (problem) {
    if (problem.kind === "gone" || problem.kind === "refused") return null;
    throw problem;
  }
}
