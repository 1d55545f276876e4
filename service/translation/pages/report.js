"use strict";
const tools = document.getElementById("tools");
const pairs = [...document.querySelectorAll(".pair")];
const findings = [...document.querySelectorAll(".finding")];
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const texts = new Map(pairs.map((pair) => [pair, fold(pair.textContent)]));
const loose = (finding) => fold(finding.textContent);
let current = -1;

const apply = () => {
  const severities = new Set([...tools.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
  const wanted = fold(tools.text.value.trim());
  for (const finding of findings) {
    const pair = finding.closest(".pair");
    const said = pair ? texts.get(pair) : loose(finding);
    finding.hidden = !severities.has(finding.dataset.severity) || !said.includes(wanted) ||
      (tools.kind.value !== "" && finding.dataset.kind !== tools.kind.value);
  }
  for (const pair of pairs) {
    const found = pair.querySelector(".finding:not([hidden])");
    pair.hidden = !texts.get(pair).includes(wanted) || (!found && !tools.all.checked);
  }
  current = -1;
  show();
};
const left = () => findings.filter((finding) => !finding.hidden);
const show = () => {
  const shown = left();
  const count = `${shown.length} of ${findings.length} findings`;
  document.getElementById("count").value = current < 0 ? count : `${current + 1} of ${shown.length}`;
};
const go = (step) => {
  const shown = left();
  if (!shown.length) return;
  document.querySelector(".finding.current")?.classList.remove("current");
  current = current < 0 && step < 0 ? shown.length - 1 : (current + step + shown.length) % shown.length;
  shown[current].classList.add("current");
  shown[current].focus({ preventScroll: true });
  (shown[current].closest(".pair") ?? shown[current]).scrollIntoView({ block: "center" });
  show();
};
const copy = async (button) => {
  const was = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.entry);
    button.textContent = "Copied";
  } catch {
    const field = document.createElement("textarea");
    field.value = button.dataset.entry;
    button.after(field);
    field.select();
    button.textContent = document.execCommand("copy") ? "Copied" : "Not copied";
    field.remove();
  }
  setTimeout(() => { button.textContent = was; }, 1500);
};
const keys = { n: () => go(1), p: () => go(-1), "/": () => tools.text.focus() };
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea");
  if (event.key === "Escape" && typing) typing.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.getElementById("next").addEventListener("click", () => go(1));
document.getElementById("previous").addEventListener("click", () => go(-1));
document.addEventListener("click", (event) => {
  const button = event.target.closest(".copy");
  if (button) copy(button);
});
tools.addEventListener("input", apply);
tools.addEventListener("submit", (event) => event.preventDefault());
apply();
