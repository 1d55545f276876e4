// What a reader can do with an answer: copy it, share it, say whether it was right.

import { announce, button, drawing, element } from "/static/element.js";
import * as library from "/static/library.js";
import { copy, linkTo, share } from "/static/sharing.js";
import { say } from "/static/strings.js";

const LONGEST_REASON = 500;
const REASONS = ["other_rule", "incomplete", "misread"];

let takesVotes = false;
export const takeVotes = (taken) => { takesVotes = taken; };

const action = (name, words, onclick) => button("action", onclick, drawing(name), element("span", {}, words));

/** `asked` is {question, game, expansions, language, conversation}; without a citation, nothing can be copied. */
export function actions(asked, citation, mayVote = true) {
  const said = element("p", { class: "said" });
  const tell = (words) => { said.textContent = words; announce(words); };
  const row = element("div", { class: "actions", role: "group", "aria-label": say.actions });
  if (citation) row.append(action("copy", say.copy, () => copyQuote(asked, citation, tell)), action("share", say.share, () => shareLink(asked, citation, tell)));
  const reason = element("div", {});
  if (mayVote && takesVotes) row.append(...thumbs(asked, citation, tell, reason));
  return row.childElementCount > 0 ? [row, reason, said] : [];
}

async function copyQuote(asked, citation, tell) {
  const where = [citation.title, say.kinds[citation.kind] ?? citation.kind, say.page(citation.page)].join(", ");
  await copy(`“${citation.quote}”\n${where}\n${linkTo(asked, citation)}`).then(() => tell(say.copied), () => tell(say.notCopied));
}

async function shareLink(asked, citation, tell) {
  try {
    const done = await share(linkTo(asked, citation), asked.question);
    if (done === "copied") tell(say.linkCopied);
  } catch (problem) {
    if (problem.name !== "AbortError") tell(say.notCopied);  // the reader may close the device's own sheet
  }
}

function thumbs(asked, citation, tell, reason) {
  const up = action("up", say.right, () => { reason.replaceChildren(); send(true, null); });
  const down = action("down", say.wrong, () => {
    const form = reasonForm((why) => send(false, why));
    reason.replaceChildren(form);
    form.querySelector("input").focus();
  });

  async function send(right, why) {
    for (const one of [up, down]) one.disabled = true;
    try {
      await library.vote(voteOf(asked, citation, right, why));
      (right ? up : down).classList.add("given");
      reason.replaceChildren();
      tell(say.thanks);
    } catch {
      for (const one of [up, down]) one.disabled = false;
      tell(say.notSent);
    }
  }

  return [up, down];
}

const voteOf = ({ question, game, language, conversation }, citation, right, reason) => ({
  question,
  game,
  language,
  conversation_id: conversation,
  right,
  reason,
  passage_id: citation?.passage_id ?? null,
  document: citation?.document ?? null,
  page: citation?.page ?? null,
  start: citation?.start ?? null,
  end: citation?.end ?? null,
});

let forms = 0;

function reasonForm(send) {
  const name = `reason-${forms += 1}`;
  const choice = (key) => element("label", { class: "chip" }, element("input", { type: "radio", name, value: key }), element("span", {}, say.reasons[key]));
  const more = element("textarea", { id: `${name}-more`, rows: "2", maxlength: LONGEST_REASON, placeholder: say.reasonMore });
  const form = element("form", { class: "reason" },
    element("fieldset", {}, element("legend", {}, say.whatIsWrong), ...REASONS.map(choice)),
    element("label", { class: "unseen", for: more.id }, say.reasonMore), more,
    element("button", { type: "submit", class: "chip" }, say.sendReason));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send([new FormData(form).get(name), more.value.trim()].filter(Boolean).join(": ") || null);
  });
  return form;
}
