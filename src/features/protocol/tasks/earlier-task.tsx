import { use } from 'react';
import { Link } from 'react-router-dom';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { shortName } from '#src/format/index.ts';
import { errorWords, type Optimistic } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import { OpenPartContext } from '../editing/editing.ts';
import listStyles from '../editing/side-list.module.css';
import styles from './earlier-tasks.module.css';
import { TaskCheck } from './task-check.tsx';
import { TaskDue } from './task-deadline.tsx';
import { earlierOrigin } from './task-origin.ts';
import { TaskStatus } from './task-status.tsx';
import { taskTitle } from './task-title.ts';
import { useCarryOverTask } from './use-carry-over-task.ts';
import { useTaskStatus } from './use-task-status.ts';

interface EarlierTaskProps {
  task: Optimistic<Task>;
  protocol: Optimistic<Protocol>;
  onAnnounce: (words: string) => void;
}

/** A task that an earlier protocol left open: its status, and the ways to continue it here. */
export function EarlierTask({ task, protocol, onAnnounce }: EarlierTaskProps) {
  const { part } = use(OpenPartContext);
  const status = useTaskStatus(task, onAnnounce);
  const { carryOver, busy, error } = useCarryOverTask(protocol, onAnnounce);
  const title = taskTitle(task);
  const origin = earlierOrigin(task);
  const assignee = task.assignee_name ? shortName(task.assignee_name) : 'Ответственный не назначен';
  return (
    <li className={listStyles.task}>
      <span className={listStyles.what}>
        <TaskCheck task={task} status={status} />
        <span className={listStyles.main}>
          <span dir="auto" className={listStyles.words}>
            {title}
          </span>
          <span className={listStyles.note}>
            {assignee} ·{' '}
            {task.protocol_id ? (
              <Link to={`/main/protocols/${encodeURIComponent(task.protocol_id)}`}>{origin}</Link>
            ) : (
              origin
            )}
          </span>
        </span>
      </span>
      <div className={listStyles.state}>
        <TaskStatus task={task} status={status} />
        <span className={listStyles.note}>
          <TaskDue task={task} />
        </span>
        <UnsentMark unsent={task.unsent} />
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          busy={busy}
          aria-label={`Взять на контроль: ${title}`}
          onClick={() => carryOver({ task, asQuestion: false })}
        >
          Взять на контроль
        </Button>
        {/* Hidden while a part is being edited: that item would be saved over an older agenda. */}
        {part ? null : (
          <Button
            size="small"
            variant="quiet"
            busy={busy}
            aria-label={`Внести в повестку: ${title}`}
            onClick={() => carryOver({ task, asQuestion: true })}
          >
            Внести в повестку
          </Button>
        )}
        {error ? (
          <p className={listStyles.failure} role="alert">
            Не сохранено. {errorWords(error).words}
          </p>
        ) : null}
      </div>
    </li>
  );
}
