// Before the first paint, so that nothing flashes. Not a module: modules run later.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("beachhead.theme");
    } catch {
      // Storage is off: the system's theme it is.
    }
    const theme =
      chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
  };
  apply();
  system.addEventListener("change", apply);
})();
