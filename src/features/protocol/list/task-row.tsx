import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderOpen from 'lucide-react/icons/folder-open';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Task } from '#contract/tasks/task.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { classNames, isSameRow, MarkedText, MenuButton, type RowTies, rowAction, Skeleton } from '#src/ui/index.ts';
import { TaskDue } from '../tasks/task-deadline.tsx';
import { TaskCheck, TaskStatus } from '../tasks/task-status.tsx';
import { taskTitle } from '../tasks/task-title.ts';
import styles from '../tasks/tasks.module.css';
import { useTaskStatus } from '../tasks/use-task-status.ts';

interface TaskRowProps {
  task: Optimistic<Task>;
  index: number;
  ties: RowTies | undefined;
  assignee: string;
  /** Title of its protocol; undefined where the provider does not send it. */
  protocol: string | undefined;
  onDelete: (task: Task) => void;
  onAnnounce: (words: string) => void;
}

/** A task in the list of all tasks. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, index, ties, assignee, protocol, onDelete, onAnnounce } = props;
  const navigate = useNavigate();
  const status = useTaskStatus(task, onAnnounce);
  const href = task.protocol_id ? protocolAddress(task.protocol_id) : undefined;
  return (
    <tr {...ties} aria-rowindex={ties && index + 2} data-thing={task.id}>
      <td className={styles.title}>
        <div className={styles.what}>
          <TaskCheck task={task} status={status} />
          <div>
            <span
              dir="auto"
              className={classNames(styles.words, status.shown === 'done' && styles.done)}
              title={taskTitle(task)}
            >
              <Found task={task} place="title" text={taskTitle(task)} />
            </span>
            {href ? (
              <Link to={href} className={styles.protocol} dir="auto">
                <Found task={task} place="protocol" text={protocol} />
              </Link>
            ) : null}
            {task.origin && task.origin_task_id ? <span className={styles.origin}>{task.origin}</span> : null}
            <UnsentMark unsent={task.unsent} />
          </div>
        </div>
      </td>
      <td className={styles.person}>
        <Found task={task} place="assignee" text={assignee} />
      </td>
      <td className={styles.due}>
        <TaskDue task={task} />
      </td>
      <td className={styles.statusCell}>
        <TaskStatus task={task} status={status} />
      </td>
      <td className={styles.menu}>
        <MenuButton
          icon={Ellipsis}
          className={rowAction}
          label={`Действия: ${taskTitle(task)}`}
          actions={[
            ...(href
              ? [{ id: 'open', title: 'Открыть протокол', icon: FolderOpen, onAction: () => void navigate(href) }]
              : []),
            { id: 'delete', title: 'Удалить', icon: Trash2, danger: true, onAction: () => onDelete(task) },
          ]}
        />
      </td>
    </tr>
  );
}, isSameRow);

/** Text of a row with the hits of the search marked. */
function Found({ task, place, text = '' }: { task: Task; place: string; text?: string | undefined }) {
  const { found } = task;
  return found?.in === place && found.text === text ? <MarkedText text={text} marks={found.marks} /> : text;
}

/** Skeleton of a row. */
export function TaskRowSkeleton() {
  return (
    <tr aria-hidden>
      <td className={styles.title}>
        <Skeleton width="70%" />
      </td>
      <td className={styles.person}>
        <Skeleton width={110} />
      </td>
      <td className={styles.due}>
        <Skeleton width={96} />
      </td>
      <td className={styles.statusCell}>
        <Skeleton width={148} height={36} />
      </td>
      <td className={styles.menu} />
    </tr>
  );
}
