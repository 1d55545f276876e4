// Right or wrong, and why.

function voting(site, question, answer, say) {
  const first = answer.citations[0];
  const place = answer.status === "answered"
    ? { passage_id: first.passage_id, document: first.document, page: first.page, start: first.start, end: first.end } : {};
  const box = element("div", { class: "votes" });
  const vote = async (right, reason) => {
    const { question: text, game } = question;
    const more = { language: answer.question_language, conversation_id: answer.conversation_id, ...place };
    try {
      await call(site, "/v1/feedback", { question: text, game, right, reason: reason || null, ...more });
      box.replaceChildren(element("p", { role: "status" }, say.thanks));
    } catch {
      box.append(element("p", { role: "alert", class: "trouble" }, say.notSent));
    }
  };
  const why = () => {
    const reason = element("textarea", { rows: 2, maxlength: 1000 });
    const send = (event) => { event.preventDefault(); vote(false, reason.value.trim()); };
    box.replaceChildren(element("form", { onsubmit: send },
      element("label", {}, say.whatIsWrong, " ", element("small", {}, say.reasonMore), reason), element("button", { class: "chip" }, say.sendReason)));
    reason.focus();
  };
  box.append(
    element("button", { type: "button", class: "chip", onclick: () => vote(true) }, say.right),
    element("button", { type: "button", class: "chip", onclick: why }, say.wrong));
  return box;
}
