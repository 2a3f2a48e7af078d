/**
 * Keeps what is watched in sight while other things pass below it, but never so that they cannot be seen: of one that is
 * too high, with its lists open, the upper part goes. The style sheet says in `--below` how much must stay free, and is
 * told in `--player` how much is taken. A ref; the stage is `position: sticky` wherever the window is high enough.
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
 * Tells the page in `--foot` how much a bar takes that stays at the foot of the window, so that what is written scrolls clear
 * of it: it has more lines while a question is written in. A ref.
 */
export function reserveFoot(bar: HTMLElement | null) {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--foot', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot');
  };
}
