// Filters by page, shows or hides outlines and passages, and lights a block and its outlines up together.
const only = document.getElementById("only");
only.addEventListener("change", () => {
  for (const sheet of document.querySelectorAll(".sheet")) sheet.hidden = only.value !== "" && sheet.dataset.page !== only.value;
});
for (const name of ["outlines", "cuts"]) {
  const box = document.getElementById(name);
  const show = () => document.body.classList.toggle(`without-${name}`, !box.checked);
  box.addEventListener("change", show);
  show();
}
const marksOf = (block) => document.querySelectorAll(`.mark[href="#${block.id}"]`);
const light = (block, on) => [block, ...marksOf(block)].forEach((part) => part.classList.toggle("lit", on));
for (const block of document.querySelectorAll(".blocks li")) {
  block.addEventListener("mouseenter", () => light(block, true));
  block.addEventListener("mouseleave", () => light(block, false));
  for (const mark of marksOf(block)) {
    mark.addEventListener("mouseenter", () => light(block, true));
    mark.addEventListener("mouseleave", () => light(block, false));
  }
}
