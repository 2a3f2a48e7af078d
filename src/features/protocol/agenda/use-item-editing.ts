import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { currentProtocol, editBase } from '#src/data/protocol/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import { type OutboxRow, readSession, useFromQueue } from '#src/sync/index.ts';
import { focusUnchosenName, unchosenNameAttribute } from '#src/ui/index.ts';
import {
  type AgendaAutosave,
  createAgendaAutosave,
  queuedConflictOfItem,
  type TypedItem,
} from '../editing/agenda-autosave.ts';
import { agendaForm, agendaFormOf, agendaItemOf, isBlank } from '../editing/agenda-form.ts';
import type { AgendaWriter } from '../editing/agenda-writer.ts';
import { holdDraft } from '../editing/draft-lock.ts';
import { EditingContext, type LeftItem } from '../editing/editing.ts';
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

/** Unsaved text of an item with its autosave; without one where an earlier visit left the text. */
interface KeptItem extends TypedItem {
  autosave?: AgendaAutosave;
}

/**
 * Keeps the editing of one agenda item: its form, its autosave, and the parts that are shown. Returns them with the
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
  // Kept as well: two autosaves of one item would take each other's text for somebody else's.
  const [autosave] = useState(
    (): AgendaAutosave =>
      start?.autosave ??
      createAgendaAutosave({
        place,
        itemId,
        writer,
        base: opening,
        fields,
        onTyped(now) {
          if (now) typed.set('part', { ...now, autosave } satisfies KeptItem);
          else if ((typed.get('part') as KeptItem | undefined)?.itemId === itemId) typed.delete('part');
        },
        newSession: uuidv7,
        momentNow: () => momentNow(protocolId),
        left: start,
      }),
  );
  useEffect(() => autosave.moveTo(fields), [autosave, fields]);
  const row = useFromQueue(useCallback((rows: readonly OutboxRow[]) => queuedConflictOfItem(itemId, rows), [itemId]));
  const isHeldUp = row !== undefined;
  useEffect(() => {
    if (!isHeldUp) autosave.goOn();
  }, [isHeldUp, autosave]);
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
          if (name !== undefined) autosave.touch(structuredClone(values));
        },
      }),
    [subscribe, autosave],
  );
  useEffect(() => {
    if (start) autosave.touch(start.form);
    const hide = () => void (document.visibilityState === 'hidden' && autosave.save(false));
    document.addEventListener('visibilitychange', hide);
    const release = holdDraft(autosave.draftName);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      void autosave.save(false).finally(release);
    };
  }, [autosave, start]);

  const restart = (agenda: readonly AgendaItem[], version = autosave.base().version) => {
    const item = find(agenda);
    if (!item) {
      autosave.forget();
      return onDone();
    }
    const now = agendaFormOf(item, nameOf);
    reset(now);
    if (at) setPlaces((before) => new Set([...before, ...filledPlaces(now)]));
    autosave.restart([...agenda], version);
  };
  const leave = (): LeftItem | null | undefined => {
    const typedNow = form.getValues();
    if (!isThere && isBlank(typedNow)) {
      autosave.forget();
      return null;
    }
    const values = agendaForm.safeParse(typedNow);
    const isChoiceDue = queuedConflictOfItem(itemId) !== undefined && autosave.view().phase !== 'saved';
    const isNobody = formPlace.current?.querySelector(`[${unchosenNameAttribute}]`);
    if (!values.success || isChoiceDue || isNobody) {
      // The other fields are saved anyway; only the unrecognised name would be lost.
      void autosave.save(true).then(() => formPlace.current && focusUnchosenName(formPlace.current));
      return undefined;
    }
    const item = agendaItemOf(find(autosave.base().agenda), values.data, itemId);
    return { item: autosave.timed(item), saved: autosave.save(true) };
  };
  const finish = async () => {
    const left = leave();
    if (left && (await left.saved)) onDone(isThere ? 'Вопрос сохранён' : 'Вопрос добавлен');
    // A new item without text is an error only on «Готово».
    if (left === null) void autosave.save(true);
  };
  const closeQuietly = async () => {
    const left = leave();
    if (left === null || (await left?.saved)) onDone();
  };
  const revert = async (item: AgendaItem) => {
    await autosave.save(false);
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
      save: () => autosave.save(true),
      leave,
      restart,
      begin: autosave.begin,
      isOnDevice: autosave.isOnDevice,
    };
    return () => {
      if (question.current?.id === itemId) question.current = undefined;
    };
  });
  return {
    form,
    autosave,
    places,
    showPlace,
    formPlace,
    /** The queued edit whose conflict the person has to resolve. */
    conflictRow: row,
    /** The item when editing began; undefined for a new one. */
    opening: find(opening.agenda),
    /** The item as last saved; undefined for a new one. */
    saved: find(autosave.base().agenda),
    restoredAt: start?.restoredAt,
    restart,
    finish,
    closeQuietly,
    revert,
    drop() {
      autosave.forget();
      onDone();
    },
  };
}
