import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AgendaItem } from '#contract/protocol.ts';
import { currentProtocol, editBase } from '#src/data/protocol/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import { type OutboxRow, readSession, useFromQueue } from '#src/sync/index.ts';
import { leadToNobody, nobodyAttribute } from '#src/ui/index.ts';
import { agendaForm, agendaFormOf, agendaItemOf, isBlank } from '../editing/agenda-form.ts';
import type { AgendaWriter } from '../editing/agenda-writer.ts';
import { holdDraft } from '../editing/draft-lock.ts';
import { EditingContext, type LeftItem } from '../editing/editing.ts';
import { createItemSaver, type ItemSaver, queuedConflictOfItem, type TypedItem } from '../editing/item-saver.ts';
import type { NameOf } from '../editing/people.ts';
import { allPlaces, type Caret, filledPlaces, focusCaret, type PlaceName, writtenAt } from '../editing/places.ts';

export interface ItemEditingOptions {
  protocolId: string;
  itemId: string;
  /** Whether the agenda already has the item. */
  isThere: boolean;
  /** Position of the caret when editing begins; undefined shows all parts of the item. */
  at: Caret | undefined;
  nameOf: NameOf;
  writer: AgendaWriter;
  onDone: (words?: string) => void;
}

/** Unsaved text of an item with its saver; without one where an earlier visit left the text. */
interface KeptItem extends TypedItem {
  saver?: ItemSaver;
}

/**
 * Keeps the editing of one agenda item: its form, its saver, and the parts that are shown. Returns them with the
 * actions that end the editing.
 */
export function useItemEditing({ protocolId, itemId, isThere, at, nameOf, writer, onDone }: ItemEditingOptions) {
  const client = useQueryClient();
  const { typed, question } = use(EditingContext);
  // The text is kept when the form is mounted again after a change of the layout.
  const [start] = useState(() => {
    const left = typed.get('part') as KeptItem | undefined;
    return left?.itemId === itemId ? left : undefined;
  });
  const [opening] = useState(() => {
    const now = currentProtocol(client, protocolId);
    return start?.base ?? (now ? editBase(now) : { id: protocolId });
  });
  const find = (agenda: readonly AgendaItem[] | null | undefined) => agenda?.find(({ id }) => id === itemId);
  const form = useForm({
    resolver: zodResolver(agendaForm),
    defaultValues: start?.form ?? writtenAt(agendaFormOf(find(opening.agenda), nameOf), at),
  });
  const [places, setPlaces] = useState(() => (at ? filledPlaces(form.getValues(), at) : allPlaces));
  const [place] = useState(() => ({ userId: readSession().userId ?? '', protocolId }));
  const [fields] = useState(() => ({
    values: () => form.getValues(),
    check: (shouldFocus: boolean) => void form.trigger(undefined, { shouldFocus }),
    // Without this check the fields would render on every call.
    clear: () => {
      if (Object.keys(form.getErrors()).length > 0) form.clearErrors();
    },
  }));
  // The saver is kept as well: two savers would take each other's text for somebody else's.
  const [saver] = useState(
    (): ItemSaver =>
      start?.saver ??
      createItemSaver({
        place,
        itemId,
        writer,
        base: opening,
        fields,
        onTyped(now) {
          if (now) typed.set('part', { ...now, saver } satisfies KeptItem);
          else if ((typed.get('part') as KeptItem | undefined)?.itemId === itemId) typed.delete('part');
        },
        newSession: uuidv7,
        momentNow: () => momentNow(protocolId),
        left: start,
      }),
  );
  useEffect(() => saver.moveTo(fields), [saver, fields]);
  const row = useFromQueue(useCallback((rows: readonly OutboxRow[]) => queuedConflictOfItem(itemId, rows), [itemId]));
  const isHeldUp = row !== undefined;
  useEffect(() => {
    if (!isHeldUp) saver.goOn();
  }, [isHeldUp, saver]);
  const { subscribe, reset } = form;
  /** Position of the caret to set once its field is rendered. */
  const wanted = useRef<Caret | undefined>(at ?? { place: 'title' });
  const formPlace = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted.current && places && formPlace.current) focusCaret(formPlace.current, wanted.current);
    wanted.current = undefined;
  }, [places]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // A reset of the form is not typing and has no field name.
        callback: ({ values, name }) => {
          if (name !== undefined) saver.touch(structuredClone(values));
        },
      }),
    [subscribe, saver],
  );
  useEffect(() => {
    if (start) saver.touch(start.form);
    const hide = () => void (document.visibilityState === 'hidden' && saver.save(false));
    document.addEventListener('visibilitychange', hide);
    const release = holdDraft(saver.draftName);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      void saver.save(false).finally(release);
    };
  }, [saver, start]);

  const restart = (agenda: readonly AgendaItem[], version = saver.base().version) => {
    const item = find(agenda);
    if (!item) {
      saver.forget();
      return onDone();
    }
    const now = agendaFormOf(item, nameOf);
    reset(now);
    if (at) setPlaces((before) => new Set([...before, ...filledPlaces(now)]));
    saver.restart([...agenda], version);
  };
  const leave = (): LeftItem | null | undefined => {
    const typedNow = form.getValues();
    if (!isThere && isBlank(typedNow)) {
      saver.forget();
      return null;
    }
    const values = agendaForm.safeParse(typedNow);
    const isChoiceDue = queuedConflictOfItem(itemId) !== undefined && saver.view().phase !== 'saved';
    const isNobody = formPlace.current?.querySelector(`[${nobodyAttribute}]`);
    if (!values.success || isChoiceDue || isNobody) {
      // The other fields are saved anyway; only the unrecognised name would be lost.
      void saver.save(true).then(() => formPlace.current && leadToNobody(formPlace.current));
      return undefined;
    }
    const item = agendaItemOf(find(saver.base().agenda), values.data, itemId);
    return { item: saver.timed(item), saved: saver.save(true) };
  };
  const finish = async () => {
    const left = leave();
    if (left && (await left.saved)) onDone(isThere ? 'Вопрос сохранён' : 'Вопрос добавлен');
    // A new item without text is an error only on «Готово».
    if (left === null) void saver.save(true);
  };
  const closeQuietly = async () => {
    const left = leave();
    if (left === null || (await left?.saved)) onDone();
  };
  const revert = async (item: AgendaItem) => {
    await saver.save(false);
    const words = (agenda: AgendaItem[]) =>
      `Вопрос ${agenda.findIndex(({ id }) => id === itemId) + 1} возвращён к прежнему виду`;
    const step = await writer.change(words, (agenda) => agenda.map((each) => (each.id === itemId ? item : each)));
    if (step) restart(step.after);
  };
  const showPlace = useCallback((place: PlaceName) => {
    wanted.current = { place };
    setPlaces((before) => new Set([...before, place]));
  }, []);
  useEffect(() => {
    question.current = {
      id: itemId,
      save: () => saver.save(true),
      leave,
      restart,
      begin: saver.begin,
      isOnDevice: saver.isOnDevice,
    };
    return () => {
      if (question.current?.id === itemId) question.current = undefined;
    };
  });
  return {
    form,
    saver,
    places,
    showPlace,
    formPlace,
    /** The queued edit whose conflict the person has to resolve. */
    conflictRow: row,
    /** The item when editing began; undefined for a new one. */
    opening: find(opening.agenda),
    /** The item as last saved; undefined for a new one. */
    saved: find(saver.base().agenda),
    restoredAt: start?.restoredAt,
    restart,
    finish,
    closeQuietly,
    revert,
    drop() {
      saver.forget();
      onDone();
    },
  };
}
