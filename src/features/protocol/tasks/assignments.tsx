import { useMutation } from '@tanstack/react-query';
import Merge from 'lucide-react/icons/merge';
import { use, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Task } from '#contract/tasks/task.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { counted, formatNumber, shortName } from '#src/format/index.ts';
import { errorWords, useOpenForm } from '#src/sync/index.ts';
import { Button, focusWhenLost, showToast } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import styles from '../editing/sheet.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { placeParameter } from '../playback/moment-query.ts';
import type { DecisionPoint, DecisionTasks } from './decision-tasks.ts';
import { joinWithDecision } from './save-task.ts';
import { TaskDeadline } from './task-deadline.tsx';
import { taskTitle } from './task-title.ts';
import taskStyles from './tasks.module.css';

/** Number of tasks rendered at a time, so that an agenda item with thousands does not slow the sheet down. */
const step = 50;

interface AssignmentsProps {
  tasks: readonly Task[];
  /** Decisions that tasks repeat, by the id of the task. */
  doubles?: DecisionTasks['doubles'] | undefined;
  nameOf: NameOf;
}

/**
 * «Поручили»: tasks with assignee and deadline. Of many tasks the first ones are shown, up to the one in the address; a
 * button shows more.
 */
export function Assignments({ tasks, doubles, nameOf }: AssignmentsProps) {
  const [query] = useSearchParams();
  const [most, setMost] = useState(step);
  const asked = query.get(placeParameter);
  const needed = asked === null ? 0 : tasks.findIndex(({ id }) => asked === `task:${id}`) + 1;
  // The parameter soon leaves the address, but the task found by it stays shown.
  if (needed > most) setMost(Math.ceil(needed / step) * step);
  const list = useRef<HTMLUListElement>(null);
  if (tasks.length === 0) return null;
  const shown = tasks.slice(0, most);
  const left = tasks.length - shown.length;
  const showMore = () => {
    const own = list.current?.closest('[data-item]');
    setMost(most + step);
    focusWhenLost(() => own?.querySelector('button') ?? document.querySelector('h1'));
  };
  return (
    <>
      <h3 className={styles.part}>Поручили</h3>
      <ul ref={list} className={styles.points}>
        {shown.map((task) => {
          const assignee = nameOf(task.assignee_id);
          return (
            <li key={task.id} className={styles.point} data-assignment={task.id}>
              <span className={styles.pointText}>
                <span>
                  <bdi>{taskTitle(task)}</bdi>
                  {assignee ? <span className={styles.speaker}>&nbsp;— {shortName(assignee)}</span> : null}
                </span>
              </span>
              <TaskDeadline task={task} />
              {task.evidence ? <MomentButton evidence={task.evidence} /> : null}
              <JoinDouble task={task} point={doubles?.get(task.id)} />
            </li>
          );
        })}
      </ul>
      {left > 0 ? (
        <Button size="small" variant="quiet" className={styles.more} onClick={showMore}>
          Показать ещё {counted(Math.min(left, step), 'поручение', 'поручения', 'поручений')}
          {left > step ? ` (осталось ${formatNumber(left)})` : null}
        </Button>
      ) : null}
    </>
  );
}

/** Offers to join a task with the decision that it repeats, so that both are shown and printed once. */
function JoinDouble({ task, point }: { task: Task; point: DecisionPoint | undefined }) {
  const { readOnly } = use(EditingContext);
  const store = use(ProtocolContext);
  const form = useOpenForm();
  const decisionId = point?.id;
  const join = useMutation({
    mutationFn: (id: string) =>
      joinWithDecision({ ...task, protocol_id: task.protocol_id ?? store.getState().protocol?.id }, id, form),
    onSuccess: (isKept) =>
      showToast(`Поручение объединено с решением ${numberOf(point)}`, {
        tone: 'ok',
        detail: isKept ? queuedWords : undefined,
      }),
  });
  if (readOnly || !decisionId) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={Merge}
        busy={join.isPending}
        aria-label={`Объединить с решением ${numberOf(point)}: ${taskTitle(task)}`}
        onClick={() => join.mutate(decisionId)}
      >
        Объединить с решением {numberOf(point)}
      </Button>
      {join.error ? (
        <p className={taskStyles.failure} role="alert">
          Не объединено. {errorWords(join.error).words}
        </p>
      ) : null}
    </>
  );
}

/** Returns the number for use inside a sentence: «1.1». */
function numberOf(point: DecisionPoint | undefined): string {
  return (point?.place ?? '').replace(/\.$/, '');
}
