import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { memo, use, useCallback, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { AgendaItem } from '#contract/protocol.ts';
import { currentProtocol, editBase } from '#src/data/protocol/index.ts';
import { type OutboxRow, readSession, useFromQueue } from '#src/sync/index.ts';
import { focusWhenLost, layout, leadToNobody } from '#src/ui/index.ts';
import { ItemConflict } from '../conflict/queued-conflict.tsx';
import { agendaForm, agendaFormOf } from '../editing/agenda-form.ts';
import type { AgendaWriter } from '../editing/agenda-writer.ts';
import { EditingContext } from '../editing/editing.ts';
import { EditorBar, SaveState } from '../editing/editor-bar.tsx';
import { conflictOf, createItemSaver, itemDrafts, type TypedItem } from '../editing/item-saver.ts';
import type { NameOf } from '../editing/people.ts';
import { AgendaFields } from './agenda-fields.tsx';

interface AgendaItemEditorProps {
  protocolId: string;
  itemId: string;
  /** Whether the agenda has it by now. */
  isThere: boolean;
  position: number;
  nameOf: NameOf;
  writer: AgendaWriter;
  onDone: (words?: string) => void;
}

/**
 * One question while it is written: saved by itself, so that «Готово» only closes it. What the saving does to the protocol
 * does not draw it anew.
 */
export const AgendaItemEditor = memo(function AgendaItemEditor(props: AgendaItemEditorProps) {
  const { protocolId, itemId, isThere, position, nameOf, writer, onDone } = props;
  const client = useQueryClient();
  const { typed, question } = use(EditingContext);
  // The text outlives a form that is mounted again when the layout changes.
  const [start] = useState(() => {
    const left = typed.get('part') as TypedItem | undefined;
    return left?.itemId === itemId ? left : undefined;
  });
  const [opening] = useState(() => {
    const now = currentProtocol(client, protocolId);
    return start?.base ?? (now ? editBase(now) : { id: protocolId });
  });
  const find = (agenda: readonly AgendaItem[] | null | undefined) => agenda?.find(({ id }) => id === itemId);
  const form = useForm({
    resolver: zodResolver(agendaForm),
    defaultValues: start?.form ?? agendaFormOf(find(opening.agenda), nameOf),
  });
  const [place] = useState(() => ({ userId: readSession().userId ?? '', protocolId }));
  const [saver] = useState(() =>
    createItemSaver({
      place,
      itemId,
      writer,
      base: opening,
      values: () => form.getValues(),
      check: (shouldFocus) => void form.trigger(undefined, { shouldFocus }),
      // Without errors the fields are not rendered again.
      clear: () => {
        if (Object.keys(form.formState.errors).length > 0) form.clearErrors();
      },
      onTyped(now) {
        if (now) typed.set('part', now);
        else if ((typed.get('part') as TypedItem | undefined)?.itemId === itemId) typed.delete('part');
      },
      newSession: uuidv7,
    }),
  );
  const row = useFromQueue(useCallback((rows: readonly OutboxRow[]) => conflictOf(itemId, rows), [itemId]));
  const { setFocus, subscribe, reset } = form;
  useEffect(() => setFocus('title'), [setFocus]);
  useEffect(() => itemDrafts.hold(place, itemId), [place, itemId]);
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
    return () => {
      document.removeEventListener('visibilitychange', hide);
      void saver.save(false);
    };
  }, [saver, start]);

  const restart = (agenda: readonly AgendaItem[], version = saver.base().version) => {
    const item = find(agenda);
    if (!item) {
      saver.forget();
      return onDone();
    }
    reset(agendaFormOf(item, nameOf));
    saver.restart([...agenda], version);
  };
  const formPlace = useRef<HTMLFormElement>(null);
  // The other fields are saved anyway: only the name would be lost.
  const finish = async () => (await saver.save(true)) && !(formPlace.current && leadToNobody(formPlace.current));
  useEffect(() => {
    question.current = {
      id: itemId,
      save: () => saver.save(true),
      close: finish,
      restart,
      isOnDevice: saver.isOnDevice,
    };
    return () => {
      if (question.current?.id === itemId) question.current = undefined;
    };
  });

  return (
    <FormProvider {...form}>
      <form
        ref={formPlace}
        noValidate
        aria-label={`Вопрос ${position}`}
        className={layout.stack(4)}
        onBlur={() => void saver.save(false)}
        onSubmit={async (event) => {
          event.preventDefault();
          if (await finish()) onDone(isThere ? 'Вопрос сохранён' : 'Вопрос добавлен');
        }}
      >
        <AgendaFields onRemoving={saver.split} />
        {row ? (
          <ItemConflict
            key={row.id}
            row={row}
            itemId={itemId}
            nameOf={nameOf}
            onChosen={(agenda, theirs) => {
              // The choice goes with the button that made it.
              if (find(agenda)) focusWhenLost(() => formPlace.current?.querySelector('textarea, input'));
              restart(agenda, theirs.version);
            }}
          />
        ) : null}
        <EditorBar
          saver={saver}
          opening={find(opening.agenda)}
          isThere={isThere}
          onRevert={async (item) => {
            await saver.save(false);
            const words = (agenda: AgendaItem[]) =>
              `Вопрос ${agenda.findIndex(({ id }) => id === itemId) + 1} возвращён к прежнему виду`;
            const step = await writer.change(words, (agenda) =>
              agenda.map((each) => (each.id === itemId ? item : each)),
            );
            if (step) restart(step.after);
          }}
          onDrop={() => {
            saver.forget();
            onDone();
          }}
        >
          <SaveState saver={saver} itemId={itemId} restoredAt={start?.restoredAt} />
        </EditorBar>
      </form>
    </FormProvider>
  );
});
