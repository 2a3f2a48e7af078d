import { use, useEffect, useEffectEvent, useRef } from 'react';
import type { AgendaItem, Protocol } from '#contract/protocol.ts';
import { type EditBase, editBase, editOver } from '#src/data/protocol/index.ts';
import { type Optimistic, readSession, useQueueKnown } from '#src/sync/index.ts';
import { agendaFormOf, withBase } from './agenda-form.ts';
import { acquireDraft, whenDraftIsLeft } from './draft-lock.ts';
import { EditingContext, OpenPartContext } from './editing.ts';
import { itemDrafts, type TypedItem } from './item-saver.ts';
import type { NameOf } from './people.ts';

type LeftDraft = NonNullable<ReturnType<typeof itemDrafts.read>>;

interface LeftDraftsProps {
  protocol: Optimistic<Protocol>;
  nameOf: NameOf;
}

/** Opens the question in which a tab was closed or crashed before what was typed got into the outbox, with all of it. */
export function LeftDrafts({ protocol, nameOf }: LeftDraftsProps) {
  const { open, typed, readOnly } = use(EditingContext);
  const { part } = use(OpenPartContext);
  // Before the queue is read nobody knows what of a draft it has.
  const isQueueKnown = useQueueKnown();
  const isFree = part === undefined && !readOnly && isQueueKnown;
  const { id } = protocol;
  /** Releases the draft that is open; its form holds it as well as soon as it is there. */
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  /** Opens a draft; returns whether anything of it was left to open. */
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
        // Another tab is writing it, or ended a moment ago.
        if (!acquired && !signal.aborted) whenDraftIsLeft(name, signal).then(look, () => undefined);
        // As it was left: whoever wrote it may have saved it by now.
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
 * Returns the version that the text of a draft was typed over. A tab that ended while it saved the question did not note
 * whether the outbox got it: where the protocol has all of it, the person's own beginning of a word is nobody else's change.
 */
function baseOfDraft({ itemId, base, leaving }: LeftDraft, protocol: Optimistic<Protocol>): EditBase {
  const agendaOver = (item: AgendaItem | null) => withBase(protocol.agenda ?? [], itemId, item);
  const before: EditBase = { ...editBase(protocol), version: base.version, agenda: agendaOver(base.item) };
  if (!leaving) return before;
  const agenda = agendaOver(leaving);
  const isQueued = !editOver({ base: before, change: { agenda }, itemId, people: [] }, protocol);
  return isQueued ? { ...before, agenda } : before;
}
