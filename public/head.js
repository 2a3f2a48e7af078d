// Runs before the first paint; the policy of the page forbids inline scripts.
(() => {
  /** What localStorage holds; a browser that denies it shows the system's theme, to whoever signs in anew. */
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  try {
    localStorage.getItem('theme');
  } catch {
    // The app cannot start: the page says so itself.
    document.documentElement.toggleAttribute('data-no-storage', true);
  }

  // The chosen look, so that it never flashes.
  const looks = { theme: ['light', 'dark'], text: ['large', 'larger'], motion: ['off'] };
  for (const [key, values] of Object.entries(looks)) {
    const chosen = kept(key);
    if (values.includes(chosen)) document.documentElement.dataset[key] = chosen;
  }
  const { theme } = document.documentElement.dataset;
  if (theme) {
    // What the browser itself draws: the sheet before any style is there, and the frame around the page.
    document.querySelector('meta[name="color-scheme"]').content = theme;
    for (const colour of document.querySelectorAll('meta[name="theme-color"]'))
      colour.media = colour.dataset.themeOf === theme ? 'all' : 'not all';
  }

  // What the page itself shows until the app has come (scripts/first-paint.ts): the frame of the sign-in.
  const isSignedOut = kept('token') === null && /^\/($|login|change-password|main)/.test(location.pathname);
  document.documentElement.toggleAttribute('data-signed-out', isSignedOut);

  // What whoever is signed in needs comes beside the entry, not after it. The build names it (scripts/page-parts.ts).
  const { signedIn } = document.currentScript.dataset;
  if (signedIn && kept('token') !== null) {
    for (const part of signedIn.split(' ')) {
      const link = document.createElement('link');
      const kind = part.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
      Object.assign(link, { ...kind, crossOrigin: '', href: part });
      document.head.append(link);
    }
  }
})();
