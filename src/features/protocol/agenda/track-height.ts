/**
 * Tells a question in writing how high it is, so that a key in it is laid out in the question alone: the page around it, with
 * hundreds of others, is looked through only when a line comes or goes. A ref of what the question holds.
 */
export function trackHeight(parts: HTMLElement | null) {
  const question = parts?.parentElement;
  if (!parts || !question) return;
  const observer = new ResizeObserver(([entry]) => {
    if (!entry) return;
    question.style.setProperty('contain-intrinsic-height', `${entry.contentRect.height}px`);
    question.dataset.measured = '';
  });
  observer.observe(parts);
  return () => observer.disconnect();
}
