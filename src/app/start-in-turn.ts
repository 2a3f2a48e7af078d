/**
 * Starts one function after another, each in a task of its own, so that a slow device can render and react in between.
 * Returns a function that ends those that have started, and skips the rest.
 */
export function startInTurn(starts: readonly (() => unknown)[]): () => void {
  const ends: unknown[] = [];
  const left = [...starts];
  const next = () => {
    const start = left.shift();
    if (!start) return;
    ends.push(start());
    timer = setTimeout(next);
  };
  let timer = setTimeout(next);
  return () => {
    clearTimeout(timer);
    for (const end of ends) if (typeof end === 'function') end();
  };
}
