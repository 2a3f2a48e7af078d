/** What scrolls where the reader stands beside its list. */
const readerFrame = '[data-reader]';

/** Scrolls to a place of the sheet: of the reader alone where that scrolls by itself, so that the list beside it stays. */
export function bringIntoReader(found: HTMLElement): void {
  const frame = found.closest<HTMLElement>(readerFrame);
  if (!frame || frame.scrollHeight <= frame.clientHeight || getComputedStyle(frame).overflowY !== 'auto') {
    found.scrollIntoView?.({ block: 'center' });
    return;
  }
  const margin = Number.parseFloat(getComputedStyle(found).scrollMarginTop) || 0;
  const room = frame.clientHeight - margin - found.offsetHeight;
  const above = margin + Math.max(0, room / 3);
  frame.scrollTop += found.getBoundingClientRect().top - frame.getBoundingClientRect().top - above;
}
