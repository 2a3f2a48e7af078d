import { replaceEqualDeep } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { UseFormGetValues } from 'react-hook-form';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import type { AgendaForm } from '../editing/agenda-form.ts';
import type { ItemSaver } from '../editing/item-saver.ts';
import type { NameOf } from '../editing/people.ts';
import { MomentButton } from '../playback/moment-button.tsx';
import { Assignments } from '../tasks/assignments.tsx';
import { type DecisionPoint, type DecisionTasks, foundAt } from '../tasks/decision-tasks.ts';
import { useDecisionTasks } from '../tasks/use-decision-tasks.ts';
import { DecisionTask } from './decision-task.tsx';
import { DecisionVotes } from './decision-votes.tsx';

interface BesideDecisionOptions {
  /** The question as it is saved; undefined of a new one. */
  item: AgendaItem | undefined;
  itemId: string;
  position: number;
  tasks: readonly Task[];
  nameOf: NameOf;
  saver: ItemSaver;
  getValues: UseFormGetValues<AgendaForm>;
}

/**
 * What stands beside each decision of a question that is written: its moment, its task, its votes; and the tasks that were
 * made of none. The same as long as nothing of it was saved anew, so that typing does not draw it.
 */
export function useBesideDecision({
  item: saved,
  itemId,
  position,
  tasks,
  nameOf,
  saver,
  getValues,
}: BesideDecisionOptions) {
  const item = useMemo(() => saved ?? { id: itemId }, [saved, itemId]);
  const known = useDecisionTasks(item, position, tasks, nameOf);
  // What is typed and saved makes the question another object, of which nothing here may be another.
  const points = useStableValue(
    known.points.map(({ id, place, evidence }) => ({ id, place, evidence })),
    isDeepEqual,
  );
  const found = useStableValue(known.found, areSameTasks);
  const besideDecision = useCallback(
    (id: string, place: string) => {
      const known = points.find((each) => each.id === id);
      // Decisions without ids, of a provider that knows no points, are told from each other by what they say when saved.
      if (!known && points.some((each) => each.id === undefined)) return null;
      const evidence = known?.evidence;
      // As it is written at the press: neither is drawn anew while somebody types.
      const read = async (): Promise<DecisionPoint | undefined> => {
        await saver.save(false);
        if (!saver.base().agenda?.some((each) => each.id === itemId)) {
          // A task of a question that is nowhere would be refused: it has to be told first what the question is about.
          await saver.save(true);
          return undefined;
        }
        const text = getValues('decisions').find((each) => each.id === id)?.text ?? '';
        const written = saver.timed({ id: itemId, decisions: [{ id, text, evidence }] });
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
          <DecisionVotes id={id} place={place} />
          {evidence ? <MomentButton evidence={evidence} /> : null}
        </>
      );
    },
    [points, found, itemId, nameOf, saver, getValues],
  );
  const assignments = useMemo(
    () => <Assignments tasks={known.found.others} doubles={known.found.doubles} nameOf={nameOf} />,
    [known.found, nameOf],
  );
  return { item, besideDecision, assignments };
}

/** Returns the earlier value for as long as the later one says the same. */
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
