// An editable combobox with a listbox popup (ARIA Authoring Practices, "Editable Combobox With List Autocomplete").

import { announce, element } from "/static/element.js";
import { folded } from "/static/folding.js";

const MOST_SHOWN = 100;

/**
 * Makes `input` choose among options {value, label, detail, also} that it lists in `list`; `toggle` opens it for a
 * pointer. `onPick` is told of a choice; `words` gives {none, all}: what stands for no match and for the empty value.
 */
export function makeCombobox({ input, list, toggle, onPick, words }) {
  let options = [];
  let value = "";
  let active = -1;

  const every = () => [{ value: "", label: words().all, detail: "", also: "" }, ...options];
  const shown = () => [...list.querySelectorAll("[role=option]:not([aria-disabled])")];
  const isOpen = () => !list.hidden;
  const labelOf = (wanted) => (wanted ? options.find((one) => one.value === wanted)?.label ?? wanted : "");

  function activate(place) {
    const items = shown();
    active = items.length === 0 ? -1 : (place + items.length) % items.length;
    items.forEach((item, index) => item.classList.toggle("active", index === active));
    if (active < 0) input.removeAttribute("aria-activedescendant");
    else {
      input.setAttribute("aria-activedescendant", items[active].id);
      items[active].scrollIntoView({ block: "nearest" });
    }
  }

  function item(option, place) {
    const detail = option.detail ? element("span", { class: "detail" }, option.detail) : null;
    const made = element("li", { role: "option", id: `${list.id}-${place}`, "data-value": option.value, "aria-selected": String(option.value === value) },
      element("span", { dir: "auto" }, option.label), detail);
    made.addEventListener("click", () => pick(option.value));
    return made;
  }

  function fill(typed) {
    const wanted = folded(typed.trim());
    const matching = every().filter((one) => folded(`${one.label} ${one.also}`).includes(wanted));
    list.replaceChildren(...matching.slice(0, MOST_SHOWN).map(item));
    if (matching.length === 0) {
      list.append(element("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, words().none));
      announce(words().none);
    }
  }

  function setOpen(open) {
    list.hidden = !open;
    input.setAttribute("aria-expanded", String(open));
    if (!open) {
      active = -1;
      input.removeAttribute("aria-activedescendant");
    }
  }

  function open(place) {
    if (!isOpen()) fill("");
    setOpen(true);
    const selected = shown().findIndex((one) => one.dataset.value === value);
    activate(place ?? Math.max(0, selected));
  }

  function close() {
    setOpen(false);
    input.value = labelOf(value);
  }

  function pick(wanted) {
    const changed = wanted !== value;
    value = wanted;
    close();
    if (changed) onPick(value);
  }

  const keys = {
    ArrowDown: () => (isOpen() ? activate(active + 1) : open()),
    ArrowUp: () => (isOpen() ? activate(active - 1) : open(-1)),
    Enter: () => { if (isOpen() && active >= 0) pick(shown()[active].dataset.value); },
    Escape: () => (isOpen() ? close() : pick("")),
  };

  input.addEventListener("keydown", (event) => {
    if (event.key === "Tab") close();
    if (event.isComposing || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
  input.addEventListener("input", () => {
    fill(input.value);
    setOpen(true);
    activate(0);
  });
  input.addEventListener("click", () => { if (!isOpen()) open(); });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", close);
  for (const part of [list, toggle]) part.addEventListener("pointerdown", (event) => event.preventDefault());
  toggle.addEventListener("click", () => {
    if (isOpen()) close();
    else {
      input.focus();
      open();
    }
  });

  /** Offers other options, and keeps what is chosen where it is still among them. */
  function offer(others) {
    options = others;
    if (!every().some((one) => one.value === value)) value = "";
    fill("");
    close();
  }

  return { offer, value: () => value, set: (wanted) => { value = wanted; fill(""); close(); } };
}
