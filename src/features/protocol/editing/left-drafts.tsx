import { use, useEffect, useEffectEvent, useRef } from 'react';
import type { AgendaItem, Protocol } from '#contract/protocols/protocol.ts';
import { type EditBase, editBase, editOver } from '#src/data/protocol/index.ts';
import { type Optimistic, readSession, useQueueKnown } from '#src/sync/index.ts';
import { itemDrafts, type TypedItem } from './agenda-autosave.ts';
import { agendaFormOf, withBase } from './agenda-form.ts';
import { acquireDraft, whenDraftIsLeft } from './draft-lock.ts';
import { EditingContext, OpenPartContext } from './editing.ts';
import type { NameOf } from './people.ts';

type LeftDraft = NonNullable<ReturnType<typeof itemDrafts.read>>;

interface LeftDraftsProps {
  protocol: Optimistic<Protocol>;
  nameOf: NameOf;
}

/**
 * Opens the agenda item whose text did not reach the outbox before a tab was closed or crashed, with all of that text.
 */
export function LeftDrafts({ protocol, nameOf }: LeftDraftsProps) {
  const { open, typed, readOnly } = use(EditingContext);
  const { part } = use(OpenPartContext);
  // Before the queue is read it is unknown how much of a draft it already has.
  const isQueueKnown = useQueueKnown();
  const isFree = part === undefined && !readOnly && isQueueKnown;
  const { id } = protocol;
  /** Releases the lock of the open draft; its form holds the lock as well once it is mounted. */
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  /** Opens a draft; returns false where nothing of it was left to open. */
  const openDraft = useEffectEvent((draft: LeftDraft, name: string): boolean => {
    const { itemId, form, moments, savedAt } = draft;
    const item = protocol.agenda?.find((each) => each.id === itemId);
    if (item && JSON.stringify(agendaFormOf(item, nameOf)) === JSON.stringify(form)) {
      itemDrafts.remove(name);
      return false;
    }
    const base = baseOfDraft(draft, protocol);
    typed.set('part', { itemId, base, form, moments, restoredAt: savedAt, draftName: name } satisfies TypedItem);
    open({ kind: base.agenda?.some((each) => each.id === itemId) ? 'item' : 'new-item', id: itemId });
    return true;
  });
  useEffect(() => {
    if (!isFree) return;
    release.current?.();
    const over = new AbortController();
    const { signal } = over;
    const place = { userId: readSession().userId ?? '', protocolId: id };
    const look = async () => {
      for (const { name } of itemDrafts.readAll(place)) {
        const acquired = await acquireDraft(name);
        // Another tab is writing it, or was closed a moment ago.
        if (!acquired && !signal.aborted) whenDraftIsLeft(name, signal).then(look, () => undefined);
        // Read again under the lock: the tab that wrote the draft may have saved it meanwhile.
        const draft = acquired && !signal.aborted ? itemDrafts.read(name) : undefined;
        if (draft && openDraft(draft, name)) {
          release.current = acquired;
          over.abort();
        } else acquired?.();
        if (signal.aborted) return;
      }
    };
    void look();
    return () => over.abort();
  }, [isFree, id]);
  return null;
}

/**
 * Returns the version on which the text of a draft is based. A tab that was closed while it saved the item did not
 * record whether the outbox received the text: where the protocol has all of it, it is not taken for somebody else's
 * change.
 */
function baseOfDraft({ itemId, base, leaving }: LeftDraft, protocol: Optimistic<Protocol>): EditBase {
  const agendaOver = (item: AgendaItem | null) => withBase(protocol.agenda ?? [], itemId, item);
  const before: EditBase = { ...editBase(protocol), version: base.version, agenda: agendaOver(base.item) };
  if (!leaving) return before;
  const agenda = agendaOver(leaving);
  const isQueued = !editOver({ base: before, change: { agenda }, itemId, people: [] }, protocol);
  return isQueued ? { ...before, agenda } : before;
}
