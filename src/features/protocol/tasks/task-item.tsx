import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo, use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { unreadName } from '#src/data/person/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { focusWhenLost, isSameRow, MenuButton, type RowTies, rowAction } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { useJumps } from '../editing/jumps.tsx';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/side-list.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { LazyTaskForm } from './lazy-task-form.tsx';
import { taskKey } from './save-task.ts';
import { TaskDue } from './task-deadline.tsx';
import { originWords } from './task-origin.ts';
import { TaskReport } from './task-report.tsx';
import { TaskCheck, TaskStatus } from './task-status.tsx';
import { taskTitle } from './task-title.ts';
import { useTaskStatus } from './use-task-status.ts';

interface TaskItemProps {
  task: Optimistic<Task>;
  protocol: Protocol;
  nameOf: NameOf;
  readOnly: boolean;
  /** Attributes of a row in a virtualised list; undefined in a short list. */
  ties: (RowTies & { 'aria-posinset': number; 'aria-setsize': number }) | undefined;
  onAnnounce: (words: string) => void;
  onDelete: (task: Task) => void;
}

/**
 * One task of a protocol. Its status can be changed even when the protocol is final, because work on it continues.
 * Memoised: while a list of thousands scrolls, only the rows that appear are rendered.
 */
export const TaskItem = memo(function TaskItem(props: TaskItemProps) {
  const { protocol, nameOf, readOnly, ties, onAnnounce, onDelete } = props;
  const task = { ...props.task, protocol_id: props.task.protocol_id ?? protocol.id };
  const { typed } = use(EditingContext);
  const [editing, setEditing] = useState(() => typed.has(taskKey(task)));
  const row = useRef<HTMLLIElement>(null);
  const status = useTaskStatus(task, onAnnounce);
  useJumps((place) => {
    const isHere = place.at === 'task' && place.id === task.id;
    if (isHere) setEditing(true);
    return isHere;
  }, true);
  const refs = (element: HTMLLIElement | null) => {
    row.current = element;
    ties?.ref(element);
  };
  const close = () => {
    setEditing(false);
    focusWhenLost(() => row.current?.querySelector('button'));
  };
  if (editing && !readOnly) {
    return (
      <li {...ties} ref={refs} className={styles.row} data-task={task.id} data-origin={task.origin_task_id}>
        <LazyTaskForm
          protocol={protocol}
          task={task}
          nameOf={nameOf}
          onSaved={({ title }, isKept) => {
            close();
            onAnnounce(isKept ? `${title}. ${queuedWords}` : `Поручение сохранено: ${title}`);
          }}
          onCancel={close}
        />
      </li>
    );
  }
  const assignee = nameOf(task.assignee_id);
  const nobody = task.assignee_id ? unreadName(task.assignee_id) : 'Ответственный не назначен';
  return (
    <li {...ties} ref={refs} className={styles.task} data-thing={task.id} data-origin={task.origin_task_id}>
      <span className={styles.what}>
        <TaskCheck task={task} status={status} />
        <span className={styles.main}>
          <span dir="auto" className={styles.words} title={taskTitle(task)}>
            {taskTitle(task)}
          </span>
          <span className={styles.note}>{assignee ? shortName(assignee) : nobody}</span>
          <TaskOrigin task={task} protocol={protocol} />
        </span>
      </span>
      {readOnly ? null : (
        <MenuButton
          icon={Ellipsis}
          className={rowAction}
          label={`Действия: ${taskTitle(task)}`}
          actions={[
            { id: 'edit', title: 'Изменить', icon: Pencil, onAction: () => setEditing(true) },
            { id: 'delete', title: 'Удалить', icon: Trash2, danger: true, onAction: () => onDelete(task) },
          ]}
        />
      )}
      <div className={styles.state}>
        <TaskStatus task={task} status={status} />
        <span className={styles.note}>
          <TaskDue task={task} />
        </span>
        {task.evidence ? <MomentButton evidence={task.evidence} /> : null}
        <UnsentMark unsent={task.unsent} />
      </div>
      <TaskReport task={task} onAnnounce={onAnnounce} />
    </li>
  );
}, isSameRow);

/** Origin of a task; nothing where it has none. */
function TaskOrigin({ task, protocol }: { task: Task; protocol: Protocol }) {
  const words = originWords(task, protocol);
  return words ? <span className={styles.note}>{words}</span> : null;
}
