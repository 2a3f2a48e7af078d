import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { focusWhenThere } from '#src/ui/index.ts';
import { momentParameter, placeParameter } from './moment-query.ts';

/** Tab that contains the hit. */
type FoundTab = 'sheet' | 'tasks' | 'transcript';

/**
 * Shows the hit of a search that the address names: `?show=item:<id>`, `decision:<id>`, `task:<id>`, `transcript`. It
 * does so once and then removes it from the address.
 * @param isWhole whether the whole protocol is loaded
 * @param shown differences on other screens than that of the protocol: the data attribute of a task, and the function
 * that scrolls to the hit
 */
export function useFoundPlace(
  isWhole: boolean,
  onTab: (tab: FoundTab) => void,
  shown: { taskName?: 'assignment' | 'thing'; bring?: (found: HTMLElement) => void } = {},
): void {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const asked = query.get(placeParameter);
  const wanted = useRef<string>(null);
  // Kept in a ref: the moment, which may be played first, removes this parameter from the address too.
  if (asked !== null) wanted.current = asked;
  const show = useEffectEvent((inAddress: string | null) => {
    const place = wanted.current;
    if (place === null) return;
    wanted.current = null;
    if (inAddress !== null && !query.has(momentParameter)) {
      setQuery(
        (now) => {
          now.delete(placeParameter);
          return now;
        },
        // The state of the history entry is kept, including the one set by a list.
        { replace: true, preventScrollReset: true, state },
      );
    }
    const [kind = '', id = ''] = place.split(/:(.*)/s);
    if (kind === 'transcript') return onTab('transcript');
    if (kind !== 'item' && kind !== 'decision' && kind !== 'task') return;
    onTab(kind === 'task' ? 'tasks' : 'sheet');
    const named = kind === 'task' ? (shown.taskName ?? kind) : kind;
    const find = () => document.querySelector<HTMLElement>(`main [data-${named}="${CSS.escape(id)}"]`);
    focusWhenThere(() => markFound(find()), shown.bring);
  });
  useEffect(() => {
    if (isWhole) show(asked);
  }, [isWhole, asked]);
}

/** Marks the hit until the focus leaves it. */
function markFound(element: HTMLElement | null): HTMLElement | null {
  if (!element || element.hasAttribute('data-found')) return element;
  element.setAttribute('data-found', '');
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1');
  // The event bubbles, so this covers a field inside the hit.
  element.addEventListener('focusout', () => element.removeAttribute('data-found'), { once: true });
  return element;
}
