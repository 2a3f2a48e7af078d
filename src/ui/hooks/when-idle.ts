/** Milliseconds after which it is done in any case. */
const longest = 5000;

/** Does what is not needed yet once the page has nothing else to do. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  // WebKit has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, longest / 5);
    return () => clearTimeout(timer);
  }
  const wanted = requestIdleCallback(work, { timeout: longest });
  return () => cancelIdleCallback(wanted);
}
