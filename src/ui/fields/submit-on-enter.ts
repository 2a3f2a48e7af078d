import type { KeyboardEvent } from 'react';

/**
 * Enter sends a form from a part of a date too, which no browser knows as a field; Ctrl+Enter from a text of lines. Heard on
 * the way down: the part of a date lets no key out.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey } = event;
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
  const asked =
    target.getAttribute('role') === 'spinbutton' || (target instanceof HTMLTextAreaElement && (ctrlKey || metaKey));
  if (!asked) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
