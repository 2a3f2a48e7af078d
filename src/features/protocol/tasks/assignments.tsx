import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Task } from '#contract/task.ts';
import { counted, formatNumber, shortName } from '#src/format/index.ts';
import { Button, focusWhenLost } from '#src/ui/index.ts';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/sheet.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { placeParameter } from '../playback/moment-query.ts';
import type { DecisionTasks } from './decision-tasks.ts';
import { JoinDouble } from './join-double.tsx';
import { TaskDeadline } from './task-deadline.tsx';
import { taskTitle } from './task-title.ts';

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
