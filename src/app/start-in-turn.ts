/**
 * Starts one thing after another, each in a task of its own, so that a slow device can draw and react between them.
 * Returns how to end those that have started, and to leave the rest.
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
