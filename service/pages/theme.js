// Runs before anything is drawn, so that a chosen theme never flashes the other one first.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("lexludo.theme"); } catch { /* storage is forbidden: the system decides */ }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
