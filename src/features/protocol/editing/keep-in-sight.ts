/**
 * Ref callback that keeps a sticky stage (such as the player) in sight while the page scrolls, but leaves room below
 * it: the upper part of a stage that is too high, with its lists open, moves out of sight. The style sheet sets in
 * `--below` how much has to stay free and gets in `--player` how much is taken. The stage is `position: sticky` where
 * the window is high enough.
 */
export function keepAbove(stage: HTMLElement | null) {
  const place = stage?.parentElement;
  if (!stage || !place) return;
  const fit = () => {
    const style = getComputedStyle(stage);
    const isKept = style.position === 'sticky';
    const below = Number.parseFloat(style.getPropertyValue('--below')) || 0;
    const top = Math.min(0, window.innerHeight - below - stage.offsetHeight);
    stage.style.top = isKept ? `${top}px` : '';
    if (isKept) place.style.setProperty('--player', `${stage.offsetHeight + top}px`);
    else place.style.removeProperty('--player');
  };
  const observer = new ResizeObserver(fit);
  observer.observe(stage);
  window.addEventListener('resize', fit);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', fit);
    stage.style.top = '';
    place.style.removeProperty('--player');
  };
}

/**
 * Ref callback that sets `--foot` to the height of a bar at the foot of the window, so that edited text scrolls clear
 * of it: the bar has more lines while an agenda item is edited. Where it grows over the caret, nobody has pressed a key
 * for which the browser would scroll: the page is moved by as much as is covered.
 */
export function reserveFoot(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  let before = bar.offsetHeight;
  const observer = new ResizeObserver(() => {
    const height = bar.offsetHeight;
    style.setProperty('--foot', `${height}px`);
    if (height > before) uncoverCaret(bar.getBoundingClientRect().top, height - before);
    before = height;
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot');
  };
}

/** Scrolls the page so that the caret ends above `top`, unless it was covered before the bar grew by `growth` pixels. */
function uncoverCaret(top: number, growth: number): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return;
  const bottom = caretBottom(focused);
  if (bottom !== undefined && bottom > top && bottom <= top + growth) window.scrollBy(0, bottom - top);
}

function caretBottom(focused: HTMLElement): number | undefined {
  const { bottom } = focused.getBoundingClientRect();
  if (focused instanceof HTMLInputElement) return bottom;
  if (focused instanceof HTMLTextAreaElement) return bottom - heightBelowCaret(focused);
  const selection = focused.isContentEditable ? getSelection() : null;
  if (!selection?.rangeCount) return undefined;
  const range = selection.getRangeAt(0);
  const { endContainer: end } = range;
  // An empty line has no text whose place could be measured.
  const box = [...range.getClientRects()].at(-1) ?? (end instanceof Element ? end.getBoundingClientRect() : undefined);
  return box?.bottom;
}

/** Browsers do not say where the caret of a text area is: the lines after it are counted, each as if it did not wrap. */
function heightBelowCaret(area: HTMLTextAreaElement): number {
  const { lineHeight, paddingBottom } = getComputedStyle(area);
  const linesBelow = area.value.slice(area.selectionEnd).split('\n').length - 1;
  return linesBelow * (Number.parseFloat(lineHeight) || 0) + (Number.parseFloat(paddingBottom) || 0);
}
