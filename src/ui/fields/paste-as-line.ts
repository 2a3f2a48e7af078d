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
  field.setRangeText(inOneLine(text), start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Gaps that hold an end of a line or of a cell become a space; other spaces stay as they were typed. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, (gap) => (/[\r\n\t]/.test(gap) ? ' ' : gap));
}
