import { type FocusEvent, useRef } from 'react';
import { focusWhenLost } from './focus-when-lost.ts';

/**
 * For a part of the page that goes once it is used, as a notification does: remembers where the focus came from
 * (`onFocus`), and leads it back there, or else to the heading, once the part is gone (`giveBack`).
 */
export function useReturnFocus() {
  const before = useRef<EventTarget | null>(null);
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) before.current = relatedTarget;
    },
    giveBack: () =>
      focusWhenLost(() =>
        before.current instanceof HTMLElement && before.current.isConnected
          ? before.current
          : document.querySelector('h1'),
      ),
  };
}
