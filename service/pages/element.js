/** Makes an element; children are elements or strings, and strings become text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export const button = (kind, onclick, ...content) => element("button", { type: "button", class: kind, onclick }, ...content);

/** One of the drawings that index.html defines; words beside it say what it means. */
export function drawing(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#drawing-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("drawing");
  svg.append(use);
  return svg;
}

export const byId = (id) => document.getElementById(id);

/** Says something to those who listen to the page. Said twice, it is heard twice. */
export function announce(words) {
  const spoken = byId("spoken");
  spoken.textContent = "";
  requestAnimationFrame(() => { spoken.textContent = words; });
}
