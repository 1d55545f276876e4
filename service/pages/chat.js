// The page: its two views, its field for questions, and how it opens.

import { takeVotes } from "/static/actions.js";
import { keepShell, showConnection } from "/static/connection.js";
import * as conversation from "/static/conversation.js";
import { button, byId, element } from "/static/element.js";
import { troubled } from "/static/exchanges.js";
import { knowIcons } from "/static/icons.js";
import * as library from "/static/library.js";
import * as picker from "/static/picker.js";
import { wirePreferences } from "/static/preferences.js";
import * as searching from "/static/searching.js";
import { read } from "/static/sharing.js";
import { chosen, say, speak } from "/static/strings.js";

const LONGEST = 1000;
const [input, hint, opening] = ["question", "hint", "opening"].map(byId);

function showExamples() {
  const example = (words) => element("li", {}, button("", () => conversation.start(words), words));
  byId("examples").replaceChildren(...say.examples.map(example));
}

async function loadGames() {
  const games = await library.untilReady(library.games, () => { opening.textContent = say.opening; });
  knowIcons(games);
  picker.offer(games);
  if (games.length === 0) opening.textContent = say.noGames;
  else opening.textContent = opening.textContent ? say.ready : "";
}

async function loadGamesOrSay() {
  try {
    await loadGames();
  } catch (problem) {
    opening.replaceChildren(...troubled(conversation.wordsFor(problem), loadGamesOrSay).filter(Boolean));
    addEventListener("online", loadGamesOrSay, { once: true });
  }
}

async function learnOfFeedback() {
  const { on } = await library.feedback().catch(() => ({ on: false }));
  takeVotes(on);
}

function faultOf(text) {
  const length = [...text].length;
  if (!text.trim()) return say.empty;
  return length > LONGEST ? say.tooLong(length) : "";
}

function submit() {
  if (conversation.isAsking()) return;
  hint.textContent = faultOf(input.value);
  if (hint.textContent) return;
  const text = input.value.trim();
  input.value = "";
  // a link's answer is no longer what the page shows first
  if (location.hash) history.replaceState(null, "", "/");
  conversation.start(text);
}

const params = () => new URLSearchParams(location.hash.slice(1));
const isSearching = () => params().has("search");

function showView() {
  const search = isSearching();
  byId("ask").hidden = search;
  byId("composer").hidden = search;
  byId("search").hidden = !search;
  for (const [id, current] of [["toAsk", !search], ["toSearch", search]]) {
    if (current) byId(id).setAttribute("aria-current", "page");
    else byId(id).removeAttribute("aria-current");
  }
  document.title = search ? `${say.search} · Lexludo` : "Lexludo";
}

let openedLink = "";

function route() {
  showView();
  if (isSearching()) showSearch();
  else openLinkOnce();
}

function showSearch() {
  const page = Number.parseInt(params().get("page"), 10) || 1;
  searching.show(params().get("search"), Math.max(1, page));
}

// Coming back from the search view shows the conversation as it was left.
function openLinkOnce() {
  const link = read(params());
  if (!link || location.hash === openedLink) return;
  openedLink = location.hash;
  conversation.openLink(link);
}

// What is scrolled to must not end up under the header, whose height the expansions change.
function measureHeader() {
  const header = document.querySelector(".top");
  const tell = () => document.documentElement.style.setProperty("--header", `${header.offsetHeight}px`);
  new ResizeObserver(tell).observe(header);
}

function wire() {
  byId("composer").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  input.addEventListener("input", () => { hint.textContent = ""; });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId(isSearching() ? "words" : "question").focus();
  });
  byId("toAsk").addEventListener("click", (event) => {
    event.preventDefault();
    history.pushState(null, "", "/");
    showView();
    input.focus();
  });
  picker.onPick(() => {
    conversation.forget();
    if (isSearching()) showSearch();
  });
  conversation.onGone(loadGamesOrSay);
  // Not "popstate": it comes a task earlier, and would show the search view before its field is emptied.
  addEventListener("hashchange", route);
}

async function open() {
  await speak(chosen()).catch(() => speak("en"));
  showExamples();
  measureHeader();
  wire();
  wirePreferences(() => { showExamples(); picker.retell(); showView(); });
  showConnection();
  showView();
  if (isSearching()) showSearch();
  keepShell();
  await Promise.all([loadGamesOrSay(), learnOfFeedback()]);
  if (!isSearching()) openLinkOnce();
}

open();
