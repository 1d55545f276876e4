// Whether the library can be reached, said at the top of the page, and what lets the page open without it.

import { byId } from "/static/element.js";
import { connection } from "/static/library.js";
import { say } from "/static/strings.js";

export function showConnection() {
  const reached = () => { byId("connection").textContent = ""; };
  const lost = () => { byId("connection").textContent = say.offlineBanner; };
  connection.addEventListener("online", reached);
  connection.addEventListener("offline", lost);
  addEventListener("online", reached);
  addEventListener("offline", lost);
  if (navigator.onLine === false) lost();
}

/**
 * Keeps the page's own files on the device: what it loaded is told to the worker, so that no list can be out of date.
 * A file may be counted as loaded a moment after it is in use, and others come later: each is told as it is counted.
 */
export async function keepShell() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    const tell = (loaded) => active.postMessage({ keep: [location.origin + "/", ...loaded.map((one) => one.name)] });
    new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: "resource", buffered: true });
  } catch { /* the browser keeps no workers here: the page works, but only with a connection */ }
}
