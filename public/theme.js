// Runs before the first paint, so that the chosen look never flashes; the policy of the page forbids inline scripts.
(() => {
  const looks = { theme: ['light', 'dark'], text: ['large', 'larger'], motion: ['off'] };
  try {
    for (const [key, values] of Object.entries(looks)) {
      const chosen = localStorage.getItem(key);
      if (values.includes(chosen)) document.documentElement.dataset[key] = chosen;
    }
    // The bar of the window takes the colour of the theme that was chosen, not of the system's.
    const { theme } = document.documentElement.dataset;
    for (const colour of theme ? document.querySelectorAll('meta[name="theme-color"]') : []) {
      colour.media = colour.dataset.themeOf === theme ? 'all' : 'not all';
    }
  } catch {
    // A browser that denies storage shows the system's theme.
  }
})();
