// The conversation: what happens between a question and what is shown of its answer.

import { element } from "/static/element.js";
import * as library from "/static/library.js";
import { chooseLanguage, stringsOf } from "/static/strings.js";
import { makeView } from "/static/view.js";

const LONGEST = 1000;
const REMEMBERED = "lexludo.game";
const POLL = 1500;

const language = chooseLanguage(navigator.languages ?? [navigator.language ?? "en"]);
const say = stringsOf(language);
const view = makeView(say, language);
const [picker, log, welcome, opening, composer, input, hint] =
  ["game", "log", "welcome", "opening", "composer", "question", "hint"].map((id) => document.getElementById(id));

let conversation = null;
let asking = false;
const titles = new Map();

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const titleOf = (id) => titles.get(id) ?? id;

function translate() {
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say[one.dataset.say];
  for (const one of document.querySelectorAll("[data-say-label]")) one.setAttribute("aria-label", say[one.dataset.sayLabel]);
  input.placeholder = say.placeholder;
  const example = (words) => element("li", {}, element("button", { type: "button", onclick: () => start(words) }, words));
  document.getElementById("examples").replaceChildren(...say.examples.map(example));
}

// Storage may be forbidden or full; the page then just does not remember.
function remember(game) {
  try { localStorage.setItem(REMEMBERED, game); } catch { /* not remembered */ }
}

function remembered() {
  try { return localStorage.getItem(REMEMBERED) ?? ""; } catch { return ""; }
}

async function untilReady(attempt, meanwhile) {
  for (;;) {
    try {
      return await attempt();
    } catch (problem) {
      if (!(problem instanceof library.Problem) || problem.kind !== "notReady") throw problem;
      meanwhile();
      await pause(POLL);
    }
  }
}

async function loadGames() {
  const games = await untilReady(library.games, () => { opening.textContent = say.opening; });
  titles.clear();
  view.knowIcons(games);
  for (const game of games) titles.set(game.id, game.title);
  const options = games.map((game) => element("option", { value: game.id }, game.title));
  picker.replaceChildren(element("option", { value: "" }, say.allGames), ...options);
  picker.value = titles.has(remembered()) ? remembered() : "";
  if (games.length === 0) opening.textContent = say.noGames;
  else opening.textContent = opening.textContent ? say.ready : "";
}

async function loadGamesOrSay() {
  try {
    await loadGames();
  } catch (problem) {
    opening.replaceChildren(...view.troubled(wordsFor(problem), loadGamesOrSay).filter(Boolean));
  }
}

function wordsFor(problem) {
  if (!(problem instanceof library.Problem)) {
    console.error(problem);
    return say.failed("");
  }
  if (problem.kind === "rateLimited") return say.rateLimited(problem.seconds);
  if (problem.kind === "failed") return say.failed(problem.requestId);
  return say[problem.kind];
}

function pick(game) {
  if (picker.value === game) return;
  picker.value = game;
  picked();
}

function picked() {
  conversation = null;  // a follow-up question in another game would be read in the light of the first
  remember(picker.value);
}

function faultOf(text) {
  const length = [...text].length;
  if (!text.trim()) return say.empty;
  return length > LONGEST ? say.tooLong(length) : "";
}

function submit() {
  if (asking) return;
  hint.textContent = faultOf(input.value);
  if (hint.textContent) return;
  const text = input.value.trim();
  input.value = "";
  start(text);
}

function start(text) {
  if (asking) return;
  welcome.hidden = true;
  const shown = view.exchange(text, picker.value ? titleOf(picker.value) : "");
  log.append(shown.article);
  shown.article.scrollIntoView({ block: "start" });
  settleFocus();
  answer(text, picker.value || null, shown);
}

// An on-screen keyboard would cover the answer; with a real one, the next question can be typed at once.
function settleFocus() {
  if (matchMedia("(hover: none) and (pointer: coarse)").matches) input.blur();
  else input.focus({ preventScroll: true });
}

async function answer(text, game, shown) {
  asking = true;
  shown.show("waiting", view.waiting(say.reading));
  const question = { question: text, game, conversation_id: conversation };
  try {
    const meanwhile = () => shown.show("waiting", view.waiting(say.openingAsked));
    show(text, await untilReady(() => library.ask(question), meanwhile), shown);
  } catch (problem) {
    trouble(problem, () => answer(text, game, shown), shown);
  } finally {
    asking = false;
  }
  shown.article.scrollIntoView({ block: "start" });
}

function show(text, found, shown) {
  conversation = found.conversation_id;
  if (found.status === "answered") shown.show("answered", view.answered(found));
  else if (found.status === "which_game") shown.show("which", view.whichGame(found, titleOf, (id) => { pick(id); start(text); }));
  else shown.show("missing", view.notFound(found));
}

function trouble(problem, again, shown) {
  const hopeless = problem.kind === "refused" || problem.kind === "gone";
  shown.show("troubled", view.troubled(wordsFor(problem), hopeless ? null : () => { settleFocus(); again(); }));
  if (problem.kind === "gone") loadGamesOrSay();
}

composer.addEventListener("submit", (event) => { event.preventDefault(); submit(); });
input.addEventListener("input", () => { hint.textContent = ""; });
input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
picker.addEventListener("change", picked);
translate();
loadGamesOrSay();
