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
 * of it: the bar has more lines while an agenda item is edited.
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
