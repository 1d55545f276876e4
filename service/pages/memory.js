// What the page remembers on this device. Storage may be forbidden or full; the page then just does not remember.

const named = (name) => `lexludo.${name}`;

export function recall(name, otherwise = "") {
  try {
    return localStorage.getItem(named(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    if (value) localStorage.setItem(named(name), value);
    else localStorage.removeItem(named(name));
  } catch { /* not remembered */ }
}

/** What was remembered as JSON; an empty object where there is none or someone else wrote it. */
export function recallRecord(name) {
  try {
    const read = JSON.parse(recall(name, "{}"));
    return read !== null && typeof read === "object" && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}
