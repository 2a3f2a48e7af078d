import type { ClipboardEvent } from 'react';
import { tableText } from '../editing/pasted-text.ts';

/** Pastes a copied table as lines with tabs; everything else is left to the browser. */
export function pasteTable(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = tableText(event.clipboardData.getData('text/html'));
  if (text === undefined) return;
  event.preventDefault();
  insertText(event.currentTarget, text);
}

/** Types a text where the cursor is. The old command is the only way that leaves the browser's own undo whole. */
function insertText(field: HTMLTextAreaElement, text: string): void {
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
}
