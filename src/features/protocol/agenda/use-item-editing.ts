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
  /** Whether the agenda has it by now. */
  isThere: boolean;
  /** Where in it the writing begins; without it all its parts are offered. */
  at: Caret | undefined;
  nameOf: NameOf;
  writer: AgendaWriter;
  onDone: (words?: string) => void;
}

/** The unsaved text of a question with what saves it; where an earlier visit left it that is yet to come. */
interface KeptItem extends TypedItem {
  saver?: ItemSaver;
}

/**
 * Keeps one question while it is written: its form, what saves it, and which of its places are shown. Returns them with
 * the steps that end the writing.
 */
export function useItemEditing({ protocolId, itemId, isThere, at, nameOf, writer, onDone }: ItemEditingOptions) {
  const client = useQueryClient();
  const { typed, question } = use(EditingContext);
  // The text outlives a form that is mounted again when the layout changes.
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
    // Without errors the fields are not rendered again.
    clear: () => {
      if (Object.keys(form.getErrors()).length > 0) form.clearErrors();
    },
  }));
  // The saver outlives it too: two would take each other's words for somebody else's.
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
  /** Where the caret is to stand once its place is drawn. */
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
        // A reset brings nothing that was typed.
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
      // The other fields are saved anyway: only the name would be lost.
      void saver.save(true).then(() => formPlace.current && leadToNobody(formPlace.current));
      return undefined;
    }
    const item = agendaItemOf(find(saver.base().agenda), values.data, itemId);
    return { item: saver.timed(item), saved: saver.save(true) };
  };
  const finish = async () => {
    const left = leave();
    if (left && (await left.saved)) onDone(isThere ? 'Вопрос сохранён' : 'Вопрос добавлен');
    // A new one without a word is an error only where it is said to be ready.
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
    /** The queued edit in which the person has to choose. */
    conflictRow: row,
    /** The question as it was when the writing began; undefined of a new one. */
    opening: find(opening.agenda),
    /** The question as it was saved last; undefined of a new one. */
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
