import type { Protocol } from '#contract/protocol.ts';
import { Spinner } from '#src/components/spinner.tsx';
import { nameOf } from './people.ts';
import styles from './side-list.module.css';
import { TaskDeadline } from './task-deadline.tsx';

/** Who was asked to do what, until when. */
export function TaskList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const { tasks } = protocol;
  if (partial && !tasks) return <Spinner />;
  if (!tasks || tasks.length === 0) return <p className={styles.empty}>Поручений в этом протоколе нет.</p>;
  return (
    <ul className={styles.list}>
      {tasks.map((task) => (
        <li key={task.id} className={styles.row}>
          <span className={styles.main}>
            {task.title || 'Поручение без названия'}
            <span className={styles.note}>{nameOf(protocol, task.assignee_id) ?? 'Ответственный не назначен'}</span>
          </span>
          <TaskDeadline task={task} />
        </li>
      ))}
    </ul>
  );
}
