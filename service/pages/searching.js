// The search view: passages of all rulebooks, or of the game that is picked, without deciding whether they answer.

import { announce, button, byId, element } from "/static/element.js";
import { card } from "/static/cards.js";
import { wordsFor } from "/static/conversation.js";
import { troubled } from "/static/exchanges.js";
import { wordsOf } from "/static/folding.js";
import * as library from "/static/library.js";
import * as picker from "/static/picker.js";
import { say } from "/static/strings.js";

const A_PAGE = 10;
const LAST_PAGE = 21;  // the service skips no more than 200 results

let latest = 0;

const addressOf = (words, page) => `#${new URLSearchParams({ search: words, ...(page > 1 ? { page } : {}) })}`;

byId("searchForm").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = byId("words").value.trim();
  if (addressOf(words, 1) === location.hash) show(words, 1);
  else location.hash = addressOf(words, 1);
});

/** Shows a page of what is found for some words; for none, an empty field that waits for them. */
export async function show(words, page) {
  const mine = latest += 1;
  byId("words").value = words;
  fill("", []);
  if (!words) return byId("words").focus();
  byId("found").textContent = say.reading;
  try {
    const found = await library.untilReady(() => library.search(queryFor(words, page)), () => { byId("found").textContent = say.openingAsked; });
    if (mine === latest) showFound(words, page, found);
  } catch (problem) {
    if (mine === latest) showTrouble(problem, words, page);
  }
  return undefined;
}

function queryFor(words, page) {
  const query = [["q", words], ["limit", A_PAGE], ["offset", (page - 1) * A_PAGE]];
  if (picker.game()) query.push(["game", picker.game()]);
  const expansions = picker.expansions();
  if (expansions?.length === 0) query.push(["base_only", "true"]);
  return [...query, ...(expansions ?? []).map((id) => ["expansions", id])];
}

// Of which game a passage is, where neither the picker nor the document's title says it.
function gameOf({ game, title }) {
  const name = picker.titleOf(game);
  return picker.game() || title.includes(name) ? null : element("p", { class: "of", dir: "auto" }, name);
}

function fill(found, results, ...paging) {
  byId("found").textContent = found;
  byId("results").replaceChildren(...results);
  byId("paging").replaceChildren(...paging.filter(Boolean));
}

function showFound(words, page, { results, more }) {
  const first = (page - 1) * A_PAGE + 1;
  const terms = wordsOf(words);
  const found = results.length > 0 ? say.resultsFrom(first, first + results.length - 1) : say.noResults;
  const items = results.map((one) => element("li", {}, gameOf(one), card(one, "result", terms)));
  const turn = (to, label) => button("chip", () => { location.hash = addressOf(words, to); }, label);
  fill(found, items, page > 1 ? turn(page - 1, say.earlier) : null, more && page < LAST_PAGE ? turn(page + 1, say.later) : null);
  announce(found);
  if (page > 1 || document.activeElement?.closest("#paging")) byId("found").focus({ preventScroll: true });
  byId("search").scrollIntoView({ block: "start" });
}

function showTrouble(problem, words, page) {
  const seconds = problem.kind === "rateLimited" ? problem.seconds : 0;
  fill("", [element("li", {}, troubled(wordsFor(problem), () => show(words, page), seconds))]);
  announce(wordsFor(problem)(seconds));
}
