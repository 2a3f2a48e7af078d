import type { ClipboardEvent } from 'react';

/**
 * Several lines, or the cells of a table, pasted into a field of one line: they stand beside each other with a space
 * between, where the browser alone would glue their words together.
 */
export function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain');
  const field = event.currentTarget;
  if (!/[\r\n\t]/.test(text) || field.type !== 'text') return;
  event.preventDefault();
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  field.setRangeText(text.trim().replaceAll(/\s*[\r\n\t]\s*/g, ' '), start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
