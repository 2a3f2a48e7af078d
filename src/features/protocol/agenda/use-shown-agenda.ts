import { useEffect, useRef, useState } from 'react';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { LeftItem } from '../editing/editing.ts';

/**
 * Returns the agenda items as shown: items just left appear as typed until the protocol has their text; an item that is
 * being added, or that somebody removed while it is edited here, comes last.
 */
export function useShownAgenda(
  agenda: AgendaItem[],
  left: readonly LeftItem[],
  openId: string | undefined,
): AgendaItem[] {
  const find = (id: string) => agenda.find((each) => each.id === id);
  /**
   * The item in the protocol before all of its text was in the outbox; later versions have the text, or others'
   * changes.
   */
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
    // The protocol may show an earlier part of the text before the rest is in the outbox.
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
