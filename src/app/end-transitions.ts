/**
 * Tells the page of the end of every transition that was broken off. react-aria notes which properties of an element are
 * moving and listens for `transitioncancel` but once: an element that is removed while two of them move would stay in its
 * list, and with it a whole screen in memory. Returns the end of it.
 */
export function endTransitions(): () => void {
  const end = ({ target, propertyName }: TransitionEvent) => {
    const told = new TransitionEvent('transitionend', { propertyName });
    // What has left the page bubbles nowhere: the event stands for it at the document.
    Object.defineProperty(told, 'target', { value: target });
    document.dispatchEvent(told);
  };
  const follow = ({ target }: TransitionEvent) => {
    if (target instanceof HTMLElement) target.addEventListener('transitioncancel', end);
  };
  document.addEventListener('transitionrun', follow);
  return () => document.removeEventListener('transitionrun', follow);
}
