/**
 * On a narrow screen the open part of a strip may lie beyond its edge: it is brought into sight. Asked of the browser once
 * it knows, no layout is forced.
 */
export function showCurrent(strip: HTMLElement | null, open: string): (() => void) | undefined {
  const current = strip?.querySelector(open);
  if (!strip || !current) return;
  const watch = new IntersectionObserver(
    ([entry]) => {
      watch.disconnect();
      if (!entry?.rootBounds) return;
      const { boundingClientRect: place, rootBounds: edges } = entry;
      // With room for the letters of its own type, which are wider and come later.
      if (place.right > edges.right) strip.scrollLeft += place.right - edges.right + 24;
      else if (place.left < edges.left) strip.scrollLeft -= edges.left - place.left + 24;
    },
    { root: strip },
  );
  watch.observe(current);
  return () => watch.disconnect();
}
