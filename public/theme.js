// Runs before the first paint, so that the chosen look never flashes; the policy of the page forbids inline scripts.
(() => {
  const looks = { theme: ['light', 'dark'], text: ['large', 'larger'], motion: ['off'] };
  try {
    for (const [key, values] of Object.entries(looks)) {
      const chosen = localStorage.getItem(key);
      if (values.includes(chosen)) document.documentElement.dataset[key] = chosen;
    }
  } catch {
    // A browser that denies storage shows the system's theme.
  }
  const { theme } = document.documentElement.dataset;
  if (!theme) return;
  // What the browser itself draws: the sheet before any style is there, and the frame around the page.
  document.querySelector('meta[name="color-scheme"]').content = theme;
  for (const colour of document.querySelectorAll('meta[name="theme-color"]'))
    colour.media = colour.dataset.themeOf === theme ? 'all' : 'not all';
})();
