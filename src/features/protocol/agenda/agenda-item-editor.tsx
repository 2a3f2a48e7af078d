import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { memo, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { createStore } from 'zustand/vanilla';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { currentProtocol, editBase } from '#src/data/protocol/index.ts';
import { momentNow } from '#src/data/recording/index.ts';
import { type OutboxRow, readSession, useFromQueue } from '#src/sync/index.ts';
import { focusWhenLost, leadToNobody, nobodyAttribute } from '#src/ui/index.ts';
import { LazyItemConflict } from '../conflict/lazy-item-conflict.tsx';
import { afterFrame } from '../editing/after-frame.ts';
import { agendaForm, agendaFormOf, agendaItemOf, isBlank } from '../editing/agenda-form.ts';
import type { AgendaWriter } from '../editing/agenda-writer.ts';
import { holdDraft } from '../editing/draft-lock.ts';
import { EditingContext, type LeftItem } from '../editing/editing.ts';
import { EditorBar, SaveState } from '../editing/editor-bar.tsx';
import { conflictOf, createItemSaver, type ItemSaver, type TypedItem } from '../editing/item-saver.ts';
import type { NameOf } from '../editing/people.ts';
import { allPlaces, type Caret, filledPlaces, focusCaret, type PlaceName, writtenAt } from '../editing/places.ts';
import { AgendaFields } from './agenda-fields.tsx';
import { type AgendaActions, AgendaMenu } from './agenda-row.tsx';
import type { DecisionActions } from './decision-fields.tsx';
import { openVotesByKey } from './decision-votes.tsx';
import { PlaceMenu } from './place-menu.tsx';
import styles from './question-fields.module.css';
import { type Neighbour, questionKeys } from './question-keys.ts';
import { useBesideDecision } from './use-beside-decision.tsx';
import { WritingBar } from './writing-bar.tsx';

interface AgendaItemEditorProps {
  protocolId: string;
  itemId: string;
  /** Whether the agenda has it by now. */
  isThere: boolean;
  position: number;
  /** Where in it the writing begins; without it all its parts are offered. */
  at: Caret | undefined;
  nameOf: NameOf;
  writer: AgendaWriter;
  /** Where the bar of the question is drawn. */
  barPlace: HTMLElement | null;
  /** How many questions the agenda has. */
  total: number;
  /** The tasks of the question; the same array while they are the same. */
  tasks: readonly Task[];
  actions: AgendaActions;
  onGo: (to: Neighbour, at: Caret) => void;
  onDone: (words?: string) => void;
}

/** The unsaved text of a question with what saves it; where an earlier visit left it that is yet to come. */
interface KeptItem extends TypedItem {
  saver?: ItemSaver;
}

/**
 * One question while it is written, in the place where it is read: saved by itself, so that leaving it only closes it. What
 * the saving does to the protocol does not draw it anew.
 */
export const AgendaItemEditor = memo(function AgendaItemEditor(props: AgendaItemEditorProps) {
  const { protocolId, itemId, isThere, position, total, at, tasks, nameOf, writer, actions, barPlace, onGo, onDone } =
    props;
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
  // So does what saves it: two would take each other's words for somebody else's.
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
  const row = useFromQueue(useCallback((rows: readonly OutboxRow[]) => conflictOf(itemId, rows), [itemId]));
  const isHeldUp = row !== undefined;
  useEffect(() => {
    if (!isHeldUp) saver.goOn();
  }, [isHeldUp, saver]);
  const { subscribe, reset } = form;
  /** Where the caret is to stand once its place is drawn. */
  const wanted = useRef<Caret | undefined>(at ?? { place: 'title' });
  const formPlace = useRef<HTMLDivElement>(null);
  const decisions = useRef<DecisionActions>(null);
  // Beside the state: each way from a decision to the next would draw the question anew.
  const [subPoint] = useState(() => createStore(() => ({ isOffered: false })));
  const offerSubPoint = useCallback((isOffered: boolean) => subPoint.setState({ isOffered }), [subPoint]);
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
    const letGo = holdDraft(saver.draftName);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      void saver.save(false).finally(letGo);
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
    const isChoiceDue = conflictOf(itemId) !== undefined && saver.view().phase !== 'saved';
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
  const addPlace = useCallback((place: PlaceName) => {
    if (place === 'decision') return decisions.current?.append();
    wanted.current = { place };
    setPlaces((before) => new Set([...before, place]));
  }, []);
  const { item, besideDecision, assignments } = useBesideDecision({
    item: find(saver.base().agenda),
    itemId,
    position,
    tasks,
    nameOf,
    saver,
    getValues: form.getValues,
  });
  const menu = useMemo(
    () => (isThere ? <AgendaMenu id={itemId} index={position - 1} total={total} isOpen actions={actions} /> : null),
    [isThere, itemId, position, total, actions],
  );
  const press = questionKeys({ onGo, onDecision: () => addPlace('decision'), onLeave: () => void closeQuietly() });
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

  return (
    <FormProvider {...form}>
      {/* biome-ignore lint/a11y/useSemanticElements: a task that is made of a decision has a form of its own inside */}
      <div
        ref={formPlace}
        role="form"
        aria-label={`Вопрос ${position}`}
        className={styles.written}
        // From place to place of a question it is written on: saved at a pause, not between two keys.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) afterFrame(() => void saver.save(false));
        }}
        onKeyDown={(event) => openVotesByKey(event) || press(event)}
      >
        <AgendaFields
          position={position}
          places={places}
          moments={item.moments}
          onPlace={addPlace}
          menu={menu}
          besideDecision={besideDecision}
          decisions={decisions}
          onSubPointOffered={offerSubPoint}
          onRemoving={saver.split}
        >
          {assignments}
        </AgendaFields>
        <PlaceMenu question={formPlace} places={places} onPlace={addPlace} />
        {row ? (
          <LazyItemConflict
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
      </div>
      {barPlace
        ? createPortal(
            <WritingBar
              places={places}
              onPlace={addPlace}
              subPoint={subPoint}
              onIndent={() => decisions.current?.indent()}
            >
              <EditorBar
                saver={saver}
                opening={find(opening.agenda)}
                isThere={isThere}
                onFinish={finish}
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
            </WritingBar>,
            barPlace,
          )
        : null}
    </FormProvider>
  );
});
