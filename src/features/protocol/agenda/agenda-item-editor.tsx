import { type ComponentProps, lazy, memo, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormProvider } from 'react-hook-form';
import { createStore } from 'zustand/vanilla';
import type { Task } from '#contract/tasks/task.ts';
import { focusWhenLost } from '#src/ui/index.ts';
import { afterFrame } from '../editing/after-frame.ts';
import { EditorBar, SaveState } from '../editing/editor-bar.tsx';
import type { Caret, PlaceName } from '../editing/places.ts';
import { AgendaFields } from './agenda-fields.tsx';
import { type AgendaActions, AgendaMenu } from './agenda-row.tsx';
import type { DecisionActions } from './decision-fields.tsx';
import { openVotesByKey } from './decision-votes.tsx';
import { PlaceMenu } from './place-menu.tsx';
import styles from './question-fields.module.css';
import { type Neighbour, questionKeys } from './question-keys.ts';
import { useDecisionControls } from './use-decision-controls.tsx';
import { type ItemEditingOptions, useItemEditing } from './use-item-editing.ts';
import { WritingBar } from './writing-bar.tsx';

const ItemConflict = lazy(async () => ({ default: (await import('../conflict/queued-conflict.tsx')).ItemConflict }));

interface AgendaItemEditorProps extends ItemEditingOptions {
  position: number;
  /** Element into which the bar of the item is rendered. */
  barPlace: HTMLElement | null;
  /** Number of items of the agenda. */
  total: number;
  /** Tasks of the item; the same array as long as the tasks are the same. */
  tasks: readonly Task[];
  actions: AgendaActions;
  onGo: (to: Neighbour, at: Caret) => void;
}

/**
 * Edits one agenda item in the place where it is read. The item is saved automatically, so leaving only closes it.
 * Changes of the protocol that come from this saving do not render it again.
 */
export const AgendaItemEditor = memo(function AgendaItemEditor(props: AgendaItemEditorProps) {
  const { itemId, isThere, position, total, tasks, nameOf, actions, barPlace, onGo } = props;
  const editing = useItemEditing(props);
  const { form, autosave, places, showPlace, formPlace, conflictRow, restart } = editing;
  const decisions = useRef<DecisionActions>(null);
  // A store and not state: otherwise moving from one decision to the next would render the whole item.
  const [subPoint] = useState(() => createStore(() => ({ isOffered: false })));
  const cancelOffer = useRef<() => void>(undefined);
  // The caret moves to another decision with this: the bar need not be drawn before the caret.
  const offerSubPoint = useCallback(
    (isOffered: boolean) => {
      cancelOffer.current?.();
      cancelOffer.current = afterFrame(() => subPoint.setState({ isOffered }));
    },
    [subPoint],
  );
  const addPlace = useCallback(
    (place: PlaceName) => (place === 'decision' ? decisions.current?.append() : showPlace(place)),
    [showPlace],
  );
  const { item, decisionControls, assignments } = useDecisionControls({
    item: editing.saved,
    itemId,
    position,
    tasks,
    nameOf,
    autosave,
    getValues: form.getValues,
  });
  const menu = useMemo(
    () => (isThere ? <AgendaMenu id={itemId} index={position - 1} total={total} isOpen actions={actions} /> : null),
    [isThere, itemId, position, total, actions],
  );
  const press = questionKeys({
    onGo,
    onDecision: () => addPlace('decision'),
    onLeave: () => void editing.closeQuietly(),
  });
  return (
    <FormProvider {...form}>
      {/* biome-ignore lint/a11y/useSemanticElements: a task that is made of a decision has a form of its own inside */}
      <div
        ref={formPlace}
        role="form"
        aria-label={`Вопрос ${position}`}
        data-form="item"
        className={styles.written}
        // Moving between the fields of one item does not save at once: the autosave waits for a pause in typing.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) afterFrame(() => void autosave.save(false));
        }}
        onKeyDown={(event) => openVotesByKey(event) || press(event)}
      >
        <AgendaFields
          position={position}
          places={places}
          moments={item.moments}
          onPlace={addPlace}
          menu={menu}
          decisionControls={decisionControls}
          decisions={decisions}
          onSubPointOffered={offerSubPoint}
          onRemoving={autosave.split}
        >
          {assignments}
        </AgendaFields>
        <PlaceMenu question={formPlace} places={places} onPlace={addPlace} />
        {conflictRow ? (
          <LazyItemConflict
            key={conflictRow.id}
            row={conflictRow}
            itemId={itemId}
            nameOf={nameOf}
            onChosen={(agenda, theirs) => {
              // The choice disappears with the button that made it, so the focus has to be set.
              if (agenda.some(({ id }) => id === itemId))
                focusWhenLost(() => formPlace.current?.querySelector('textarea, input'));
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
                autosave={autosave}
                opening={editing.opening}
                isThere={isThere}
                onFinish={editing.finish}
                onRevert={editing.revert}
                onDrop={editing.drop}
              >
                <SaveState autosave={autosave} itemId={itemId} restoredAt={editing.restoredAt} />
              </EditorBar>
            </WritingBar>,
            barPlace,
          )
        : null}
    </FormProvider>
  );
});

/** Conflict choice of the open item; loaded lazily, because most items have no conflict. */
function LazyItemConflict(props: ComponentProps<typeof ItemConflict>) {
  return (
    <Suspense fallback={null}>
      <ItemConflict {...props} />
    </Suspense>
  );
}
