// Runs before the first paint, so that the chosen theme never flashes; the policy of the page forbids inline scripts.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that denies storage shows the system's theme.
  }
})();
