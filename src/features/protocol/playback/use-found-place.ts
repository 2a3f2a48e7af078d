import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { focusWhenThere } from '#src/ui/index.ts';
import { momentParameter, placeParameter } from './moment-query.ts';

/** Tab that contains the hit or the list. */
type FoundTab = 'sheet' | 'tasks' | 'members' | 'transcript';

/**
 * Leads to what a search found, as the address names it: `?show=item:<id>`, `decision:<id>`, `task:<id>`, `transcript`;
 * and to what a figure counts: `tasks`, `members`.
 * Once; the address is the protocol's own from then on.
 * @param isWhole whether all of the protocol is there to be shown
 * @param shown how what is found is shown elsewhere than on the screen of the protocol: what names a task there, and
 * what scrolls to it. A task that another one began is found by the id of that one, too.
 */
export function useFoundPlace(
  isWhole: boolean,
  onTab: (tab: FoundTab) => void,
  shown: { taskName?: 'assignment'; bring?: (found: HTMLElement) => void } = {},
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
    if (kind === 'tasks' || kind === 'members') {
      onTab(kind);
      return focusWhenThere(() => markFound(document.querySelector<HTMLElement>(lists[kind])), shown.bring);
    }
    if (kind !== 'item' && kind !== 'decision' && kind !== 'task') return;
    onTab(kind === 'task' ? 'tasks' : 'sheet');
    const names = kind === 'task' ? taskMarks[shown.taskName ?? 'row'] : [kind];
    focusWhenThere(() => markFound(findMarked(names, id)), shown.bring);
  });
  useEffect(() => {
    if (isWhole) show(asked);
  }, [isWhole, asked]);
}

/** Lists that a figure counts: a tab beside the sheet, or their start within a sheet that is only read. */
const lists = {
  tasks: 'main [role="tab"][id$="tab-tasks"], main [data-assignment]',
  members: 'main [role="tab"][id$="tab-members"], main [data-members]',
};

/** What names a task on the page, its own id before that of the first of its chain. */
const taskMarks = { row: ['thing', 'task', 'origin'], assignment: ['assignment'] };

function findMarked(names: readonly string[], id: string): HTMLElement | null {
  for (const name of names) {
    const found = document.querySelector<HTMLElement>(`main [data-${name}="${CSS.escape(id)}"]`);
    if (found) return found;
  }
  return null;
}

/** Marks what was found until the focus leaves it. */
function markFound(element: HTMLElement | null): HTMLElement | null {
  if (!element || element.hasAttribute('data-found')) return element;
  element.setAttribute('data-found', '');
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1');
  // The event bubbles, so this covers a field inside the hit.
  element.addEventListener('focusout', () => element.removeAttribute('data-found'), { once: true });
  return element;
}
