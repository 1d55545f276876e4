// <lexludo-chat site="…" game="…">: a conversation of its own, in a shadow tree of its own.

const LONGEST = 1000;

// Drawn by hand, as pages that require trusted types let no markup in.
function arrow() {
  const [picture, line] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  line.setAttribute("d", "M12 20V5m-6.5 6L12 4.5 18.5 11");
  picture.append(line);
  return picture;
}

const wordsIn = (language) => Object.fromEntries(
  Object.entries(WORDS).map(([name, words]) => [name, words[LANGUAGES.indexOf(language)]]));

class LexludoChat extends HTMLElement {
  #say; #language; #log; #input; #hint; #picker; #of; #lack; #games = null; #feedback = false; #conversation = null; #asking = false;

  connectedCallback() {
    if (this.shadowRoot) return;
    this.#language = this.#chosenLanguage();
    this.#say = wordsIn(this.#language);
    const shadow = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${STYLE} :host([theme="dark"]) { ${DARK} } @media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { ${DARK} } }`);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#frame());
    this.#open();
  }

  static observedAttributes = ["game"];

  // A page that shows another game without being loaded anew asks about that one from then on.
  attributeChangedCallback() {
    if (!this.#games) return;
    this.#conversation = null;
    this.#offer();
  }

  get #site() { return this.getAttribute("site") ?? ""; }

  #chosenLanguage() {
    const page = this.closest("[lang]")?.getAttribute("lang") || "";
    const liked = [page, ...(navigator.languages ?? [])].map(primary);
    return liked.find((tag) => LANGUAGES.includes(tag)) ?? "en";
  }

  #frame() {
    const say = this.#say;
    this.#log = element("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": say.conversation, tabindex: 0 },
      element("p", { class: "promise" }, say.promise), this.#lack = element("p", { class: "trouble" }));
    this.#of = element("p", { class: "of", dir: "auto" });
    this.#hint = element("p", { class: "hint", role: "alert" });
    this.#input = element("textarea", { rows: 1, placeholder: say.placeholder, "aria-label": say.question, enterkeyhint: "send", onkeydown: (event) => this.#key(event) });
    this.#picker = element("select", { "aria-label": say.game, hidden: "", onchange: () => { this.#conversation = null; } });
    const ask = (event) => { event.preventDefault(); this.#submit(); };
    const logo = element("a", { href: BASE || "/", target: "_blank", rel: "noopener" }, say.by, unseen(say.newTab));
    return element("div", { class: "root", lang: this.#language, dir: "ltr", role: "region", "aria-label": say.title },
      element("div", { class: "top" }, element("h2", {}, say.title), this.#of, this.#picker), this.#log,
      element("form", { onsubmit: ask }, this.#hint, element("div", { class: "field" }, this.#input, element("button", { type: "submit", "aria-label": say.send }, arrow()))),
      element("p", { class: "by" }, logo));
  }

  async #open() {
    const note = element("p", { class: "reply waiting", hidden: "" });
    this.#log.append(note);
    try {
      const site = await callWhenReady(() => { note.hidden = false; note.textContent = this.#say.openingAsked; }, this.#site, "/v1/site");
      note.remove();
      this.#feedback = site.feedback;
      this.#games = site.games;
      this.#offer();
    } catch (trouble) {
      note.replaceWith(element("div", { class: "reply" }, this.#troubled(trouble, (shown) => { shown.remove(); this.#open(); })));
    }
  }

  #offer() {
    const wanted = this.getAttribute("game");
    const games = wanted ? this.#games.filter((game) => game.id === wanted) : this.#games;
    this.#picker.replaceChildren(...games.map((game) => element("option", { value: game.id }, game.title)));
    this.#picker.hidden = games.length < 2;
    this.#of.textContent = games.length === 1 ? games[0].title : "";
    this.#lack.textContent = games.length ? "" : wanted ? this.#say.unset : this.#say.noGames;
  }

  #key(event) {
    this.#hint.textContent = "";
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    if (this.#asking) return;
    const text = this.#input.value.trim();
    const length = [...text].length;
    this.#hint.textContent = !length ? this.#say.empty : length > LONGEST ? this.#say.tooLong(length) : "";
    if (this.#hint.textContent) return;
    this.#input.value = "";
    const reply = element("div", { class: "reply" });
    this.#log.append(element("p", { class: "asked" }, unseen(this.#say.you), element("span", { class: "bubble", dir: "auto" }, text)), reply);
    this.#answer({ question: text, game: this.#picker.value || this.getAttribute("game") || null }, reply);
  }

  async #answer(question, reply) {
    this.#asking = true;
    const wait = (words) => this.#show(reply, "waiting", element("p", {}, words));
    wait(this.#say.reading);
    try {
      const asked = { ...question, conversation_id: this.#conversation };
      const answer = await callWhenReady(() => wait(this.#say.openingAsked), this.#site, "/v1/ask", asked);
      this.#conversation = answer.conversation_id;
      const votes = this.#feedback ? voting(this.#site, question, answer, this.#say) : null;
      this.#show(reply, answer.status, ...outcome(answer, this.#say, this.#language).flat(), votes);
      this.dispatchEvent(new CustomEvent("lexludo-answer", { detail: { status: answer.status, confidence: answer.confidence } }));
    } catch (trouble) {
      this.#show(reply, "troubled", this.#troubled(trouble, () => this.#answer(question, reply)));
    } finally {
      this.#asking = false;
    }
  }

  #show(reply, kind, ...content) {
    reply.className = `reply ${kind}`;
    reply.replaceChildren(...content.filter(Boolean));
    const asked = reply.previousElementSibling ?? reply;
    this.#log.scrollTop = asked.offsetTop - this.#log.offsetTop - 8;
  }

  #troubled(trouble, again) {
    if (!(trouble instanceof Trouble)) console.error(trouble);
    const said = { rateLimited: (say) => say.rateLimited(trouble.seconds), failed: (say) => say.failed(trouble.id) }[trouble.kind];
    const words = said ? said(this.#say) : this.#say[trouble.kind] ?? this.#say.failed("");
    const hopeless = ["denied", "refused", "gone", "unset"].includes(trouble.kind);
    const box = element("div", {}, element("p", { class: "trouble" }, words),
      hopeless ? null : element("button", { type: "button", class: "chip", onclick: () => again(box.parentElement) }, this.#say.again));
    return box;
  }
}

if (!customElements.get("lexludo-chat")) customElements.define("lexludo-chat", LexludoChat);
