import { createStore } from 'zustand/vanilla';

/** What a person does to a passage beside typing. */
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

/** What formatting the caret stands in. */
export type ActiveFormats = ReadonlySet<'bold' | 'italic' | 'bullet' | 'number' | 'table' | 'link'>;

/** The passage that is being written in, as the bar and the keys see it. */
export interface PassageInWriting {
  active: ActiveFormats;
  apply: (format: Format) => void;
  askLink: () => void;
}

/** At most one has the caret; it stays while the focus is in the bar, in a menu or in a dialog. */
export const passageInWriting = createStore<{ passage: PassageInWriting | undefined }>(() => ({ passage: undefined }));

/** The formatting that a press asks for, by the place of its key: whatever the layout of the keyboard. */
export function formatOfKey(
  event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): Format | 'link' | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  return (event.shiftKey ? shifted : plain)[event.code];
}

const plain: Record<string, Format | 'link'> = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link' };
const shifted: Record<string, Format> = { Digit7: 'number', Digit8: 'bullet' };

/** The address that a person meant: a page without its scheme, a mail address without «mailto:». Not judged. */
export function meantAddress(typed: string): string {
  const address = typed.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  return address === '' ? '' : `https://${address}`;
}

/** What keeps the passage in writing while it has the focus. */
const beside = '[role="toolbar"], [role="menu"], [role="dialog"]';

/** The focus leaves a passage: it goes on being the one in writing while the focus is in what acts on it. */
export function leavePassage({ relatedTarget }: { relatedTarget: EventTarget | null }): void {
  const isBeside = relatedTarget instanceof Element ? relatedTarget.closest(beside) !== null : !document.hasFocus();
  if (!isBeside) passageInWriting.setState({ passage: undefined });
}
