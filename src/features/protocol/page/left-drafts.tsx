import { use, useEffect, useEffectEvent } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { type EditBase, editBase } from '#src/data/protocol/index.ts';
import { type Optimistic, readSession } from '#src/sync/index.ts';
import { agendaFormOf, withBase } from '../editing/agenda-form.ts';
import type { DraftPlace } from '../editing/device-drafts.ts';
import { EditingContext } from '../editing/editing.ts';
import type { TypedItem } from '../editing/item-saver.ts';
import { itemDrafts } from '../editing/item-saver.ts';
import type { NameOf } from '../editing/people.ts';

type LeftDraft = ReturnType<typeof itemDrafts.readAll>[number];

/** Opens the question in which a tab was closed or crashed before what was typed got into the outbox, with all of it. */
export function LeftDrafts({ protocol, nameOf }: { protocol: Optimistic<Protocol>; nameOf: NameOf }) {
  const { part, open, typed, readOnly } = use(EditingContext);
  const isFree = part === undefined && !readOnly;
  const { id } = protocol;
  /** Returns whether something of it was left to open. */
  const openDraft = useEffectEvent((place: DraftPlace, draft: LeftDraft): boolean => {
    const { itemId, form, savedAt } = draft;
    const item = protocol.agenda?.find((each) => each.id === itemId);
    if (item && JSON.stringify(agendaFormOf(item, nameOf)) === JSON.stringify(form)) {
      itemDrafts.remove(place, itemId);
      return false;
    }
    const { version } = draft.base;
    const agenda = withBase(protocol.agenda ?? [], itemId, draft.base.item);
    const base: EditBase = { ...editBase(protocol), version, agenda };
    typed.set('part', { itemId, base, form, restoredAt: savedAt } satisfies TypedItem);
    open({ kind: draft.base.item ? 'item' : 'new-item', id: itemId });
    return true;
  });
  useEffect(() => {
    if (!isFree) return;
    let isOver = false;
    const place = { userId: readSession().userId ?? '', protocolId: id };
    const look = async () => {
      for (const draft of itemDrafts.readAll(place)) {
        // Another tab may be writing it this moment.
        const isAbandoned = await itemDrafts.isAbandoned(place, draft.itemId);
        if (isAbandoned && !isOver && openDraft(place, draft)) return;
      }
    };
    void look();
    return () => {
      isOver = true;
    };
  }, [isFree, id]);
  return null;
}
