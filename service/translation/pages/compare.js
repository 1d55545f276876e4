// The page on which two editions are compared: choose, wait, judge what was found, export.

import { LANGUAGES, choose, words } from "/compare/compare_words.js";
import { Findings } from "/compare/compare_findings.js";
import { byId, element } from "/static/element.js";

const API = "/v1/comparisons";
const EXPORTS = ["report.html", "findings.json", "findings.csv", "pairs.tmx", "pairs.xliff", "accepted.toml"];
const EVERY = 700;

let spoken = choose(navigator.languages ?? [navigator.language ?? "en"]);
let say = words(spoken);
let offer = null;
let documents = [];
let job = null;
let timer = 0;
const findings = new Findings(call, trouble);

function trouble(text) { byId("trouble").textContent = text; }

/** Calls the service; what goes wrong is an error whose message may be shown. */
async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error(say.unreachable);
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => ({}));
  const error = new Error(response.status === 401 ? say.wrongToken : (problem.detail ?? say.failed));
  error.status = response.status;
  throw error;
}

function speak(code) {
  spoken = code;
  say = words(code);
  document.documentElement.lang = LANGUAGES[code][0];
  document.title = `${say.title} · Lexludo`;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say[one.dataset.say];
  if (offer) for (const side of ["source", "target"]) fill(side);
  exports();
  findings.speak(say);
  if (job) tell(job);
}

/** The choice of one edition: a document of the library or a file. What was chosen before stays chosen. */
function fill(side) {
  const set = byId(side);
  const kept = { way: set.querySelector("[name$=way]:checked")?.value ?? (documents.length ? "document" : "file"),
    document: set.querySelector("select")?.value, language: set.querySelector("input[type=text]")?.value ?? "" };
  const file = set.querySelector("input[type=file]") ??
    element("input", { type: "file", id: `${side}-file`, accept: (offer?.suffixes ?? []).join(",") });
  const list = element("select", { id: `${side}-document`, "aria-label": say.document }, ...groups());
  if (kept.document) list.value = kept.document;
  const language = element("input", { type: "text", id: `${side}-language`, maxlength: "20", autocomplete: "off", spellcheck: "false",
    placeholder: "pt-BR", value: kept.language });
  file.setAttribute("aria-label", say.file);
  set.replaceChildren(set.querySelector("legend"),
    way(side, "document", say.fromLibrary, kept.way), element("div", { class: "of-document" }, list),
    way(side, "file", say.fromFile, kept.way),
    element("div", { class: "of-file" }, file, element("p", { class: "note" }, say.kinds(offer?.suffixes ?? [], offer?.megabytes ?? 0)),
      element("label", { for: `${side}-language` }, say.fileLanguage), language));
  show(side);
}

function way(side, value, label, chosen) {
  const radio = element("input", { type: "radio", name: `${side}-way`, value, checked: value === chosen, onchange: () => show(side) });
  return element("label", { class: "way" }, radio, label);
}

function show(side) {
  const chosen = byId(side).querySelector("[name$=way]:checked").value;
  for (const one of ["document", "file"]) byId(side).querySelector(`.of-${one}`).hidden = one !== chosen;
}

function groups() {
  const games = Map.groupBy ? Map.groupBy(documents, (one) => one.game) : grouped(documents);
  return [...games].map(([game, held]) => element("optgroup", { label: game },
    ...held.map((one) => element("option", { value: one.id }, `${one.title} (${one.language}, ${say.documents[one.kind] ?? one.kind})`))));
}

function grouped(listed) {
  const games = new Map();
  for (const one of listed) games.set(one.game, [...(games.get(one.game) ?? []), one]);
  return games;
}

/** What is sent: undefined, with the trouble told, where something is missing. */
function form() {
  const data = new FormData();
  for (const side of ["source", "target"]) {
    if (byId(side).querySelector("[name$=way]:checked").value === "document") {
      data.append(side, byId(`${side}-document`).value);
      continue;
    }
    const file = byId(`${side}-file`).files[0];
    if (!file) { trouble(say.noFile(say[side])); byId(`${side}-file`).focus(); return undefined; }
    if (file.size > offer.megabytes * 1e6) { trouble(say.tooLarge(file.name, offer.megabytes)); return undefined; }
    data.append(`${side}_file`, file);
    const language = byId(`${side}-language`).value.trim();
    if (language) data.append(`${side}_language`, language);
  }
  if (data.get("source") && data.get("source") === data.get("target")) { trouble(say.same); return undefined; }
  return data;
}

async function begin(event) {
  event.preventDefault();
  trouble("");
  const body = form();
  if (!body) return;
  byId("begin").disabled = true;
  const headers = offer.allowed === "token" ? { Authorization: `Bearer ${byId("token").value}` } : {};
  try {
    follow(await call(API, { method: "POST", body, headers }));
  } catch (error) {
    trouble(error.message);
    if (error.status === 401) byId("token").focus();
  } finally {
    byId("begin").disabled = false;
  }
}

function follow(started) {
  job = started;
  history.replaceState(null, "", `#${job.id}`);
  stage("going");
  tell(job);
  timer = setTimeout(look, EVERY);
}

async function look() {
  try {
    job = await call(`${API}/${job.id}`);
  } catch (error) {
    if (error.status !== 404) { timer = setTimeout(look, 4 * EVERY); trouble(error.message); return; }
    restart(say.gone);
    return;
  }
  trouble("");
  tell(job);
  if (job.state === "done") await finish();
  else if (job.state === "failed") restart(job.problem);
  else timer = setTimeout(look, EVERY);
}

function tell(now) {
  byId("going-title").textContent = now.names.join(" → ");
  byId("doing").textContent = now.state === "waiting" ? say.waiting(now.ahead) : (say.steps[now.doing] ?? say.working);
  const share = byId("share");
  if (now.state === "running" && now.total > 1) { share.max = now.total; share.value = now.done; } else share.removeAttribute("value");
}

async function finish() {
  try {
    await findings.load(job.id);
  } catch (error) {
    restart(error.message);
    return;
  }
  stage("report");
  exports();
  byId("report-title").focus();
}

function exports() {
  if (!job) return;
  byId("exports").replaceChildren(...EXPORTS.map((name) => element("li", {},
    element("a", { href: `${API}/${job.id}/export/${name}`, ...(name === "report.html" ? { target: "_blank", rel: "noopener" } : { download: name }) },
      name === "report.html" ? say.sideBySide : name))));
}

function restart(message = "") {
  clearTimeout(timer);
  job = null;
  history.replaceState(null, "", location.pathname);
  trouble(message);
  stage("choose");
}

async function stop() {
  const stopped = job.id;
  restart();
  await call(`${API}/${stopped}`, { method: "DELETE" }).catch((error) => trouble(error.message));
}

function stage(name) { for (const one of ["choose", "going", "report"]) byId(one).hidden = one !== name; }

async function open() {
  offer = await call(API);
  documents = offer.allowed === "nobody" ? [] : (await call("/v1/documents")).documents;
  byId("entrance").hidden = offer.allowed !== "token";
  speak(spoken);
  if (documents.length > 1) byId("target-document").selectedIndex = 1;
  if (location.hash.length > 10) { job = { id: location.hash.slice(1), names: ["…"], state: "running", doing: "" }; stage("going"); await look(); }
  else if (offer.allowed === "nobody") trouble(say.nobody);
  else stage("choose");
}

byId("spoken").append(...Object.entries(LANGUAGES).map(([code, [, name]]) => element("option", { value: code }, name)));
byId("spoken").value = spoken;
byId("spoken").addEventListener("change", () => speak(byId("spoken").value));
byId("choose").addEventListener("submit", begin);
byId("stop").addEventListener("click", stop);
byId("again").addEventListener("click", () => restart());
speak(spoken);
open().catch((error) => trouble(error.message));
