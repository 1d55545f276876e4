// The image of a page, enlarged over the conversation: one dialog, filled anew each time.

import { button, element } from "/static/element.js";
import { say } from "/static/strings.js";

const image = element("img", { decoding: "async" });
const sheet = element("button", { type: "button", class: "sheet", "aria-pressed": "false" }, image);
const frame = element("div", { class: "frame" }, sheet);
const caption = element("p", { class: "caption", dir: "auto", id: "enlarged-caption" });
const failure = element("p", { class: "failure", role: "alert" });
const close = button("chip", () => dialog.close());
const dialog = element("dialog", { class: "enlarged", "aria-labelledby": caption.id },
  element("div", { class: "bar" }, caption, close), failure, frame);
document.body.append(dialog);

const zoomed = () => sheet.getAttribute("aria-pressed") === "true";

/** Enlarges about the point that was tapped, given in shares of the image's width and height. */
function zoom(wanted, across = 0.5, down = 0.5) {
  sheet.setAttribute("aria-pressed", String(wanted));
  sheet.setAttribute("aria-label", `${image.alt}. ${wanted ? say.smaller : say.larger}`);
  frame.scrollTo({
    left: across * sheet.offsetWidth - frame.clientWidth / 2,
    top: down * sheet.offsetHeight - frame.clientHeight / 2,
    behavior: "instant",
  });
}

sheet.addEventListener("click", (event) => {
  const { left, top, width, height } = image.getBoundingClientRect();
  const byPointer = event.detail > 0 && width > 0;
  zoom(!zoomed(), ...(byPointer ? [(event.clientX - left) / width, (event.clientY - top) / height] : []));
});
image.addEventListener("error", () => { failure.textContent = say.imageFailed; frame.hidden = true; });
image.addEventListener("load", () => { failure.textContent = ""; frame.hidden = false; });
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

export function showEnlarged(citation) {
  caption.textContent = `${citation.title} · ${say.page(citation.page)}`;
  close.textContent = say.close;
  image.alt = say.imageOf(citation.page, citation.title);
  image.removeAttribute("src");
  failure.textContent = "";
  frame.hidden = false;
  image.src = citation.image_url;
  dialog.showModal();
  zoom(false, 0, 0);
  close.focus();
}
