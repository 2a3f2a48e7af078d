import ChevronRight from 'lucide-react/icons/chevron-right';
import { use, useCallback, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { earlierTasksPlace, taskCollection, useEarlierTasksQuery } from '#src/data/task/index.ts';
import { applyToList, isSameList, type Optimistic, type OutboxRow, useFromQueue } from '#src/sync/index.ts';
import { Button, focusWhenLost, Icon } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import listStyles from '../editing/side-list.module.css';
import { EarlierTask } from './earlier-task.tsx';
import styles from './earlier-tasks.module.css';

/** Number of tasks shown at first; a button shows more. */
const shownAtOnce = 3;
/** Number of tasks added with each press: the list is to be worked through, not scrolled. */
const step = 20;

/** Tasks that earlier protocols left open, to be marked as done or carried over into this one. */
export function EarlierTasks({
  protocol,
  onAnnounce,
}: {
  protocol: Optimistic<Protocol>;
  onAnnounce: (words: string) => void;
}) {
  const { readOnly } = use(EditingContext);
  const tasks = useEarlierTasks(protocol, !readOnly);
  const [choice, setChoice] = useState<boolean>();
  const [most, setMost] = useState(step);
  const head = useRef<HTMLButtonElement>(null);
  if (readOnly || tasks.length === 0) return null;
  const open = choice ?? tasks.length <= shownAtOnce;
  const announce = (words: string) => {
    onAnnounce(words);
    focusWhenLost(() => head.current ?? document.querySelector('h1'));
  };
  return (
    <section className={styles.earlier} aria-label="Открытые поручения прошлых протоколов">
      <h3>
        <button ref={head} type="button" className={styles.head} aria-expanded={open} onClick={() => setChoice(!open)}>
          <Icon of={ChevronRight} size={16} />
          Открытые поручения прошлых протоколов
          <span className={styles.count}>{tasks.length}</span>
        </button>
      </h3>
      {open ? (
        <>
          <ul className={listStyles.list}>
            {tasks.slice(0, most).map((task) => (
              <EarlierTask key={task.id} task={task} protocol={protocol} onAnnounce={announce} />
            ))}
          </ul>
          {tasks.length > most ? (
            <div className={listStyles.add}>
              <Button variant="quiet" size="small" onClick={() => setMost(most + step)}>
                Показать ещё
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

/**
 * Returns the open tasks of earlier protocols that are to be discussed in this one, without those already carried over.
 * The server decides which they are; offline the last known ones are returned.
 */
function useEarlierTasks({ id, tasks }: Protocol, enabled: boolean): Optimistic<Task>[] {
  const { data } = useEarlierTasksQuery(id, enabled);
  const apply = useCallback(
    (rows: readonly OutboxRow[]) => {
      const brought = new Set((tasks ?? []).map(({ origin_task_id }) => origin_task_id));
      return applyToList(taskCollection, data ?? [], rows, earlierTasksPlace).filter(
        (task) => !brought.has(task.id) && !brought.has(task.origin_task_id ?? ''),
      );
    },
    [data, tasks],
  );
  return useFromQueue(apply, isSameList);
}
