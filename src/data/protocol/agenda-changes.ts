import { replaceEqualDeep } from '@tanstack/react-query';
import type { AgendaChanges, AgendaItem } from '#contract/protocol.ts';

/** What was done to an agenda: the questions that are new or not the same any more, and where they moved the new order. */
export function agendaChanges(before: readonly AgendaItem[], after: readonly AgendaItem[]): AgendaChanges {
  const known = new Map(before.map((item) => [item.id, item]));
  const items = after.filter((item) => {
    const was = known.get(item.id);
    return was !== item && (!was || replaceEqualDeep(was, item) !== was);
  });
  const isMoved = before.length !== after.length || before.some(({ id }, index) => id !== after[index]?.id);
  return { items, ...(isMoved ? { order: after.map(({ id }) => id) } : {}) };
}
