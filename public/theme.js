// Runs before the first paint, so that the chosen look never flashes; the policy of the page forbids inline scripts.
(() => {
  const looks = { theme: ['light', 'dark'], text: ['large', 'larger'] };
  try {
    for (const [key, values] of Object.entries(looks)) {
      const chosen = localStorage.getItem(key);
      if (values.includes(chosen)) document.documentElement.dataset[key] = chosen;
    }
  } catch {
    // A browser that denies storage shows the system's theme.
  }
})();
