/** Between a column and the edge of the window, in pixels. */
const margin = 16;

/**
 * Keeps a column that stands beside a longer one in sight while that is scrolled: all of it where it fits, else its foot.
 * A ref; the column is `position: sticky`.
 */
export function keepInSight(column: HTMLElement | null) {
  if (!column) return;
  let top = '';
  const place = () => {
    const next = `${Math.min(margin, window.innerHeight - column.offsetHeight - margin)}px`;
    // Set on the column itself, and only when it is another: a property that is inherited would cost each of its questions.
    if (next !== top) column.style.top = top = next;
  };
  const observer = new ResizeObserver(place);
  observer.observe(column);
  window.addEventListener('resize', place);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', place);
  };
}
