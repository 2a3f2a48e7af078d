import { createStore } from 'zustand/vanilla';

/** Formatting commands for a passage. */
export type Format =
  | 'bold'
  | 'italic'
  | 'bullet'
  | 'number'
  | 'table'
  | 'add-row'
  | 'add-column'
  | 'delete-row'
  | 'delete-column'
  | 'delete-table';

/** Formatting at the caret. */
export type ActiveFormats = ReadonlySet<'bold' | 'italic' | 'bullet' | 'number' | 'table' | 'link'>;

/** The passage being edited, as the formatting bar and the keys see it. */
export interface PassageInWriting {
  active: ActiveFormats;
  apply: (format: Format) => void;
  askLink: () => void;
}

/** At most one passage has the caret; it stays set while the focus is in the bar, a menu or a dialog. */
export const passageInWriting = createStore<{ passage: PassageInWriting | undefined }>(() => ({ passage: undefined }));

/** Returns the formatting that a key requests, by its physical code, regardless of the keyboard layout. */
export function formatOfKey(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Format | 'link' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return (event.shiftKey ? shifted : plain)[event.code];
}

const plain: Record<string, Format | 'link'> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' };
const shifted: Record<string, Format> = { Digit7: 'number', Digit8: 'bullet' };

/** Completes a typed address: `https://` for a page without a scheme, `mailto:` for a mail address. Not validated. */
export function meantAddress(typed: string): string {
  const address = typed.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const [, domain = ''] = /^[^\s@/]+@([^\s@/]+)$/.exec(address) ?? [];
  if (domain.slice(1, -1).includes('.')) return `mailto:${address}`;
  return address === '' ? '' : `https://${address}`;
}

/** Elements whose focus keeps the passage being edited. */
const beside = '[role="toolbar"], [role="menu"], [role="dialog"]';

/** Handles a passage losing the focus: it stays the one being edited while the focus is in elements that act on it. */
export function leavePassage({ relatedTarget }: { relatedTarget: EventTarget | null }): void {
  const isBeside = relatedTarget instanceof Element ? relatedTarget.closest(beside) !== null : !document.hasFocus();
  if (!isBeside) passageInWriting.setState({ passage: undefined });
}
