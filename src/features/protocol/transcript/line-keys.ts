import type { KeyboardEvent, RefObject } from 'react';
import { isWriting } from '#src/ui/index.ts';

/** Ten frames: a line that was out of sight is drawn once its place is scrolled to. */
const frames = 10;

/** The place of the line that something stands in. */
export function lineOf(target: Element): number | undefined {
  const line = target.closest<HTMLElement>('[data-index]');
  return line ? Number(line.dataset.index) : undefined;
}

/** The place that an arrow up or down leads to, from a line that has the focus; undefined of any other key. */
export function nextLine({ key, target }: KeyboardEvent, amount: number): number | undefined {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  const from = target instanceof Element && !isWriting(target) ? lineOf(target) : undefined;
  if (by === undefined || from === undefined) return undefined;
  return Math.min(amount - 1, Math.max(0, from + by));
}

/** Leads the focus to a line, as soon as it is drawn; the screen around the lines stays where it is. */
export function focusLine(box: RefObject<HTMLElement | null>, place: number, left = frames): void {
  const line = box.current?.querySelector<HTMLElement>(`[data-index="${place}"] button`);
  if (line) line.focus({ preventScroll: true });
  else if (left > 0) requestAnimationFrame(() => focusLine(box, place, left - 1));
}
