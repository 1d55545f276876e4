// What was found, one card a finding, with a decision on each.

import { byId, element } from "/static/element.js";

const AT_ONCE = 60;
const SEVERITIES = ["high", "medium", "low"];

export class Findings {
  constructor(call, trouble) {
    this.call = call;
    this.trouble = trouble;
    this.report = null;
    this.shown = AT_ONCE;
    this.loud = new Set(["high", "medium"]);
    byId("kind").addEventListener("change", () => this.show());
    byId("verdict").addEventListener("change", () => this.show());
    byId("filters").addEventListener("submit", (event) => event.preventDefault());
    byId("more").addEventListener("click", () => { this.shown += AT_ONCE; this.draw(); });
  }

  speak(say) {
    this.say = say;
    if (this.report) this.frame();
  }

  async load(job) {
    this.job = job;
    this.report = await this.call(`/v1/comparisons/${job}/findings`);
    this.loud = new Set(this.report.findings.some((one) => one.severity !== "low") ? ["high", "medium"] : SEVERITIES);
    this.frame();
  }

  /** All that is said around the cards. */
  frame() {
    const { source, target, findings } = this.report;
    byId("report-title").textContent = `${source.name} → ${target.name}`;
    byId("summary").textContent = this.say.summary(source, target, this.report.pairs, findings.length);
    byId("unrelated").hidden = this.report.related;
    byId("unrelated").textContent = this.say.unrelated(Math.round(100 * this.report.share));
    byId("severities").replaceChildren(...SEVERITIES.map((one) => this.box(one)));
    this.options("kind", this.say.allKinds, [...new Set(findings.map((one) => one.kind))], (one) => this.say.kinds_[one] ?? one);
    this.options("verdict", this.say.allVerdicts, ["open", "accepted", "rejected"], (one) => this.say.verdicts[one]);
    this.show();
  }

  box(severity) {
    const count = this.report.findings.filter((one) => one.severity === severity).length;
    const change = (event) => { this.loud[event.target.checked ? "add" : "delete"](severity); this.show(); };
    const input = element("input", { type: "checkbox", value: severity, checked: this.loud.has(severity), onchange: change });
    return element("label", { class: "box" }, input, `${this.say.severities[severity]} (${count})`);
  }

  options(id, all, values, name) {
    const kept = byId(id).value;
    byId(id).replaceChildren(element("option", { value: "" }, all), ...values.map((one) => element("option", { value: one }, name(one))));
    byId(id).value = values.includes(kept) ? kept : "";
  }

  show() {
    this.shown = AT_ONCE;
    this.draw();
  }

  draw() {
    const [kind, verdict] = [byId("kind").value, byId("verdict").value];
    const chosen = this.report.findings.filter((one) => this.loud.has(one.severity) && (!kind || one.kind === kind) &&
      (!verdict || (one.verdict || "open") === verdict));
    byId("count").textContent = this.say.count(chosen.length, this.report.findings.length);
    byId("findings").replaceChildren(...chosen.slice(0, this.shown).map((one) => this.card(one)));
    byId("more").hidden = chosen.length <= this.shown;
  }

  card(one) {
    const weight = `${this.say.severities[one.severity]} · ${Math.round(100 * one.confidence)} %`;
    return element("li", { class: `finding ${one.severity} ${one.verdict}`, id: one.id },
      element("h3", {}, element("span", {}, this.say.kinds_[one.kind] ?? one.kind), element("span", { class: "weight" }, weight)),
      this.says(one),
      element("div", { class: "quotes" }, this.quote(one.source, this.report.source), this.quote(one.target, this.report.target)),
      one.verdict ? this.decided(one) : this.deciding(one));
  }

  /** What the checks say, in English; of gaps the heading and the empty side say it all. */
  says(one) {
    const told = document.documentElement.lang !== "en" && ["missing", "added"].includes(one.kind);
    return told ? null : element("p", { lang: "en" }, one.message);
  }

  quote(told, edition) {
    const place = told ? `${edition.name} · ${told.line ? this.say.line(told.line) : this.say.page(told.page)}` : edition.name;
    const text = told ? [told.before, told.quote ? element("mark", {}, told.quote) : null, told.after] : [this.say.nothing];
    return element("blockquote", { lang: told ? edition.language : null }, element("span", { class: "page" }, place), ...text);
  }

  deciding(one) {
    const reason = element("input", { type: "text", maxlength: "500", placeholder: this.say.reason, "aria-label": this.say.reason });
    const decide = (verdict) => () => {
      if (verdict === "accepted" && !reason.value.trim()) { this.trouble(this.say.needsReason); reason.focus(); return; }
      this.decide(one, verdict, reason.value.trim());
    };
    return element("div", { class: "decide" }, reason,
      element("button", { type: "button", onclick: decide("accepted") }, this.say.accept),
      element("button", { type: "button", onclick: decide("rejected") }, this.say.reject), this.inContext(one));
  }

  decided(one) {
    const said = [this.say.verdicts[one.verdict], one.reason].filter(Boolean).join(": ");
    return element("div", { class: "decide" }, element("strong", {}, said),
      element("button", { type: "button", onclick: () => this.decide(one, "", "") }, this.say.undo), this.inContext(one));
  }

  /** Leads to the pair in the report that sets the editions side by side. */
  inContext(one) {
    if (one.pair === null) return null;
    const href = `/v1/comparisons/${this.job}/export/report.html#p0-${one.pair}`;
    return element("a", { class: "context", href, target: "_blank", rel: "noopener" }, this.say.inContext);
  }

  async decide(one, verdict, reason) {
    const path = `/v1/comparisons/${this.job}/findings/${encodeURIComponent(one.id)}`;
    const body = JSON.stringify({ verdict, reason });
    const options = verdict ? { method: "PUT", body, headers: { "Content-Type": "application/json" } } : { method: "DELETE" };
    try {
      await this.call(path, options);
    } catch (error) {
      this.trouble(error.message);
      return;
    }
    this.trouble("");
    Object.assign(one, { verdict, reason });
    const card = this.card(one);
    byId(one.id).replaceWith(card);
    card.querySelector("button").focus();
  }
}
