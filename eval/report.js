"use strict";
const filters = document.getElementById("filters");
if (filters) {
  const questions = [...document.querySelectorAll("#questions > details")];
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = questions.map((question) => fold(question.textContent));
  const fits = (question, number) =>
    texts[number].includes(fold(filters.text.value.trim())) &&
    (!filters.verdict.value || question.dataset.verdict === filters.verdict.value) &&
    (!filters.language.value || question.dataset.language === filters.language.value) &&
    (!filters.tag.value || question.dataset.tags.split("\n").includes(filters.tag.value));
  const apply = () => {
    questions.forEach((question, number) => { question.hidden = !fits(question, number); });
    const left = questions.filter((question) => !question.hidden).length;
    document.getElementById("count").value = `${left} of ${questions.length}`;
  };
  filters.addEventListener("input", apply);
  filters.addEventListener("submit", (event) => event.preventDefault());
  apply();
}
