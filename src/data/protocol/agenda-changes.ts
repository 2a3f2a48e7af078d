import { replaceEqualDeep } from '@tanstack/react-query';
import type { AgendaChanges, AgendaItem } from '#contract/protocol.ts';

/**
 * Returns the changes of an agenda: the new and changed items, and the new order if items were added, removed or moved.
 */
export function agendaChanges(before: readonly AgendaItem[], after: readonly AgendaItem[]): AgendaChanges {
  const known = new Map(before.map((item) => [item.id, item]));
  const items = after.filter((item) => {
    const was = known.get(item.id);
    return was !== item && (!was || replaceEqualDeep(was, item) !== was);
  });
  const isMoved = before.length !== after.length || before.some(({ id }, index) => id !== after[index]?.id);
  return { items, ...(isMoved ? { order: after.map(({ id }) => id) } : {}) };
}
