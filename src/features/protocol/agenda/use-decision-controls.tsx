import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { UseFormGetValues } from 'react-hook-form';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import type { AgendaAutosave } from '../editing/agenda-autosave.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import type { NameOf } from '../editing/people.ts';
import { MomentButton } from '../playback/moment-button.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import { type DecisionPoint, type DecisionTasks, foundAt } from '../tasks/decision-tasks.ts';
import { useDecisionTasks } from '../tasks/use-decision-tasks.ts';
import { DecisionTask } from './decision-task.tsx';
import { DecisionVotes } from './decision-votes.tsx';

interface DecisionControlsOptions {
  /** The item as last saved; undefined for a new one. */
  item: AgendaItem | undefined;
  itemId: string;
  position: number;
  tasks: readonly Task[];
  nameOf: NameOf;
  autosave: AgendaAutosave;
  getValues: UseFormGetValues<AgendaForm>;
}

/**
 * Returns the controls beside each decision of the edited agenda item (moment, task, votes) and the tasks that belong
 * to no decision. The results are stable as long as nothing of them was saved anew, so that typing does not render
 * them.
 */
export function useDecisionControls({
  item: saved,
  itemId,
  position,
  tasks,
  nameOf,
  autosave,
  getValues,
}: DecisionControlsOptions) {
  const item = useMemo(() => saved ?? { id: itemId }, [saved, itemId]);
  const known = useDecisionTasks(item, position, tasks, nameOf);
  // Each save makes the item a new object; the values here stay the same where they are equal.
  const points = useStableValue(
    known.points.map(({ id, place, evidence }) => ({ id, place, evidence })),
    isDeepEqual,
  );
  const found = useStableValue(known.found, areSameTasks);
  const decisionControls = useCallback(
    (id: string, place: string) => {
      const known = points.find((each) => each.id === id);
      // A provider that does not support points has decisions without ids; they are matched by their text once saved.
      if (!known && points.some((each) => each.id === undefined)) return null;
      const evidence = known?.evidence;
      // The text is read at the press: typing does not render these controls.
      const read = async (): Promise<DecisionPoint | undefined> => {
        await autosave.save(false);
        if (!autosave.base().agenda?.some((each) => each.id === itemId)) {
          // The server would refuse a task of an agenda item that it does not have; this save shows what the item still
          // lacks.
          await autosave.save(true);
          return undefined;
        }
        const text = getValues('decisions').find((each) => each.id === id)?.text ?? '';
        const written = autosave.timed({ id: itemId, decisions: [{ id, text, evidence }] });
        return { id, text, evidence: written.decisions?.[0]?.evidence, place, level: 0 };
      };
      return (
        <>
          <DecisionTask
            itemId={itemId}
            point={{ id, text: '', evidence, place, level: 0 }}
            found={foundAt(found, known?.place, place)}
            nameOf={nameOf}
            read={read}
          />
          <DecisionVotes id={id} place={place} onRemoving={autosave.split} />
          {evidence ? <MomentButton evidence={evidence} /> : null}
        </>
      );
    },
    [points, found, itemId, nameOf, autosave, getValues],
  );
  const assignments = useMemo(
    () => <Assignments tasks={known.found.others} doubles={known.found.doubles} nameOf={nameOf} />,
    [known.found, nameOf],
  );
  return { item, decisionControls, assignments };
}

/** Returns the earlier value as long as the later one is equal to it. */
function useStableValue<T>(value: T, isSame: (before: T, now: T) => boolean): T {
  const stable = useRef(value);
  if (!isSame(stable.current, value)) stable.current = value;
  return stable.current;
}

const isDeepEqual = <T,>(before: T, now: T) => replaceEqualDeep(before, now) === before;

/** Whether the same tasks belong to the same places, whatever the words of the decisions. */
function areSameTasks(before: DecisionTasks, now: DecisionTasks): boolean {
  const { made, others, doubles } = now;
  return (
    before.made.size === made.size &&
    [...made].every(([place, task]) => before.made.get(place) === task) &&
    before.others.length === others.length &&
    others.every((task, index) => before.others[index] === task) &&
    before.doubles.size === doubles.size &&
    [...doubles].every(([id, { place }]) => before.doubles.get(id)?.place === place)
  );
}
