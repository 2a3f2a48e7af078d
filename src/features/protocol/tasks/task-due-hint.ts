import { readDate, toDayValue } from '#src/format/index.ts';

/**
 * Returns a hint about an unusual deadline, which the person may well intend; undefined where there is none. Days are
 * YYYY-MM-DD.
 */
export function dueHint(
  due: string | null,
  heldAt: string | null | undefined,
  today = toDayValue(new Date()),
): string | undefined {
  if (!due || !/^\d{4}-\d{2}-\d{2}$/.test(due)) return undefined;
  const held = readDate(heldAt);
  if (held && due < toDayValue(held)) return 'Срок раньше заседания';
  return due < today ? 'Этот день уже прошёл' : undefined;
}
