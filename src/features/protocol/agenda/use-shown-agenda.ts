import { useEffect, useRef, useState } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import type { LeftItem } from '../editing/editing.ts';

/**
 * The questions as they are shown: those that were just left as they were typed, until the protocol says so too; one that
 * is being added, or that somebody removed while it is edited here, comes last.
 */
export function useShownAgenda(
  agenda: AgendaItem[],
  left: readonly LeftItem[],
  openId: string | undefined,
): AgendaItem[] {
  const find = (id: string) => agenda.find((each) => each.id === id);
  /** What the protocol said until all of the text was in the outbox: what it says next has the text, or somebody else's. */
  const before = useRef(new Map<LeftItem, AgendaItem | undefined>());
  const [ends, setEnds] = useState<ReadonlyMap<LeftItem, 'saved' | 'failed'>>(new Map());
  useEffect(() => {
    for (const each of left) {
      void each.saved.then((isSaved) => setEnds((those) => new Map(those).set(each, isSaved ? 'saved' : 'failed')));
    }
  }, [left]);
  const typed = new Map<string, AgendaItem>();
  for (const each of left) {
    const { item } = each;
    const end = ends.get(each);
    // An earlier part of the text may come before the rest is there.
    if (end === undefined || !before.current.has(each)) before.current.set(each, find(item.id));
    const isShown = end !== undefined && find(item.id) !== before.current.get(each);
    if (isShown || end === 'failed') typed.delete(item.id);
    else typed.set(item.id, item);
  }
  for (const each of before.current.keys()) if (!left.includes(each)) before.current.delete(each);
  const shown = agenda.map((item) => typed.get(item.id) ?? item);
  for (const item of typed.values()) if (!find(item.id)) shown.push(item);
  if (openId && !shown.some(({ id }) => id === openId)) shown.push({ id: openId });
  return shown;
}
