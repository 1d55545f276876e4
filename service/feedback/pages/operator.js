// The operator's page. What players wrote goes in as text, never as markup.

import { OUTCOMES, byDay, share } from "/operator/plots.js";

const KEPT = "lexludo.operator";
const BASE = "/v1/admin/feedback";
const STRETCH = 30;
const VIEWS = {
  not_found: ["asked", "outcome=not_found"],
  which_game: ["asked", "outcome=which_game"],
  asked: ["asked", ""],
  wrong: ["votes", "right=false"],
  right: ["votes", "right=true"],
};

const at = (id) => document.getElementById(id);
const [enter, inside, leave, filters, trouble, list, more, said] =
  ["enter", "inside", "leave", "filters", "trouble", "entries", "more", "said"].map(at);

let token = remembered();
let view = "not_found";
let last = null;
let turn = 0;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Storage may be forbidden; the page then asks for the token each time.
function remembered() {
  try { return sessionStorage.getItem(KEPT) ?? ""; } catch { return ""; }
}

function remember(value) {
  token = value;
  try { value ? sessionStorage.setItem(KEPT, value) : sessionStorage.removeItem(KEPT); } catch { /* not remembered */ }
}

class Refused extends Error {}

async function call(path, method = "GET") {
  const answer = await fetch(BASE + path, { method, headers: { Authorization: `Bearer ${token}` }, cache: "no-store" });
  if (answer.status === 401) throw new Refused("This is not the token.");
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail);
  return body;
}

/** Does what is asked and says what goes wrong with it; without the token, asks for that. */
async function tried(work) {
  trouble.textContent = "";
  try {
    await work();
  } catch (problem) {
    trouble.textContent = problem instanceof TypeError ? "The service cannot be reached." : problem.message;
    if (problem instanceof Refused) signOut();
  }
}

function show(signedIn) {
  [enter.hidden, inside.hidden, leave.hidden] = [signedIn, !signedIn, !signedIn];
  if (!signedIn) at("token").focus();
}

function signOut() {
  remember("");
  for (const id of ["figures", "days", "games", "languages", "entries"]) at(id).replaceChildren();
  show(false);
}

function chosen() {
  const wanted = new URLSearchParams({ days: filters.days.value });
  for (const name of ["game", "language"]) if (filters[name].value !== "*") wanted.set(name, filters[name].value);
  return wanted;
}

async function refresh() {
  const mine = ++turn;
  const summary = await call(`/summary?${chosen()}`);
  if (mine !== turn) return;
  show(true);
  offer("game", summary.known.games, (name) => name || "No game chosen");
  offer("language", summary.known.languages, languageName);
  figures(summary);
  at("days").replaceChildren(byDay(summary.days), legend());
  at("games").replaceChildren(table("Game", summary.games, (name) => name || "No game chosen"));
  at("languages").replaceChildren(table("Language", summary.languages, languageName));
  await entries();
}

function offer(name, values, words) {
  const [all] = filters[name].options;
  const before = filters[name].value;
  const offered = before === "*" || values.includes(before) ? values : [before, ...values];
  filters[name].replaceChildren(all, ...offered.map((value) => element("option", { value }, words(value))));
  filters[name].value = before;
}

function languageName(tag) {
  try { return tag ? new Intl.DisplayNames(["en"], { type: "language" }).of(tag) : "Unknown"; } catch { return tag; }
}

function figures({ games }) {
  const sum = (key) => games.reduce((whole, row) => whole + row[key], 0);
  const asked = sum("questions");
  const percent = (part) => (asked ? ` (${Math.round((part / asked) * 100)}%)` : "");
  const outcome = ([key, name]) => [name, `${sum(key)}${percent(sum(key))}`];
  const told = [["Questions", asked], ...OUTCOMES.map(outcome), ["Liked", sum("right")], ["Disliked", sum("wrong")]];
  at("figures").replaceChildren(...told.map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, String(value)))));
}

const legend = () => element("p", { class: "legend", "aria-hidden": "true" },
  ...OUTCOMES.map(([key, name]) => element("span", { class: key }, name)));

function table(title, rows, words) {
  if (rows.length === 0) return element("p", { class: "note" }, "Nothing in this period.");
  const most = Math.max(...rows.map((row) => row.questions));
  const heads = [title, "Questions", "", "Not found", "Which?", "Liked", "Disliked"];
  const line = (row) => element("tr", {}, element("th", { scope: "row" }, words(row.name)),
    element("td", {}, String(row.questions)), element("td", { class: "bar" }, share(row, most)),
    ...["not_found", "which_game", "right", "wrong"].map((key) => element("td", {}, String(row[key]))));
  const head = (words) => (words ? element("th", { scope: "col" }, words) : element("td"));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads.map(head))), element("tbody", {}, ...rows.map(line)));
}

async function entries() {
  last = null;
  list.replaceChildren();
  await further();
  if (list.childElementCount === 0) said.textContent = "Nothing of this kind in this period.";
}

async function further() {
  const mine = turn;
  const [kind, which] = VIEWS[view];
  const wanted = new URLSearchParams([...chosen(), ...new URLSearchParams(which), ["limit", STRETCH]]);
  if (last !== null) wanted.set("before", last);
  const { entries: found } = await call(`/${kind}?${wanted}`);
  if (mine !== turn) return;
  said.textContent = "";
  list.append(...found.map((entry) => shown(kind, entry)));
  last = found.at(-1)?.id ?? last;
  more.hidden = found.length < STRETCH;
}

function shown(kind, entry) {
  const words = entry.question === null
    ? element("p", { class: "note" }, "(words not kept)")
    : element("p", { class: "words", lang: entry.language, dir: "auto" }, entry.question);
  const reason = entry.reason ? element("p", { class: "reason", dir: "auto" }, entry.reason) : null;
  const button = (name, path, warning) => element("button", { type: "button", onclick: () => tried(() => remove(path, warning)) }, name);
  const path = `/${kind}/${entry.id}`;
  return element("li", {}, words, reason, element("p", { class: "note" }, ...facts(kind, entry)), element("p", { class: "acts" },
    button("Delete", path, ""),
    entry.visitor ? button("Delete all of this visitor", `${path}/visitor`, "Delete everything that this visitor asked and voted?") : null));
}

function facts(kind, entry) {
  const outcome = OUTCOMES.find(([key]) => key === entry.outcome)?.[1];
  const parts = [
    `${kind}/${entry.id}`,
    element("time", { datetime: entry.at }, new Date(entry.at).toLocaleString()),
    entry.game || "no game chosen", languageName(entry.language),
    entry.site ? `${entry.channel} on ${entry.site}` : entry.channel,
    outcome, entry.confidence === undefined ? null : `${Math.round(entry.confidence * 100)}% sure, ${Math.round(entry.took_ms)} ms`,
    entry.document ? place(entry) : null,
  ].filter(Boolean);
  return parts.flatMap((part, number) => (number ? [" · ", part] : [part]));
}

function place(entry) {
  if (!entry.page) return entry.document;
  const span = entry.starts === null ? "" : `?start=${entry.starts}&end=${entry.ends}#quote`;
  const href = `/documents/${encodeURIComponent(entry.document)}/pages/${entry.page}${span}`;
  return element("a", { href, target: "_blank", rel: "noopener" }, `${entry.document}, page ${entry.page}`);
}

async function remove(path, warning) {
  if (warning && !confirm(warning)) return;
  const { removed } = await call(path, "DELETE");
  await refresh();
  said.textContent = removed === 1 ? "1 entry deleted." : `${removed} entries deleted.`;
  at("entries-title").scrollIntoView({ block: "nearest" });
}

enter.addEventListener("submit", (event) => {
  event.preventDefault();
  remember(at("token").value.trim());
  at("token").value = "";
  tried(refresh);
});
leave.addEventListener("click", () => { trouble.textContent = ""; signOut(); });
filters.addEventListener("change", () => tried(refresh));
more.addEventListener("click", () => tried(further));
at("views").addEventListener("click", ({ target }) => {
  if (!target.dataset.view) return;
  view = target.dataset.view;
  for (const one of at("views").children) one.setAttribute("aria-pressed", String(one === target));
  tried(entries);
});
if (token) tried(refresh);
else show(false);
