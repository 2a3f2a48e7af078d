import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { use, useRef, useState } from 'react';
import type { Task } from '#contract/tasks/task.ts';
import { taskStatuses, taskStatusWords } from '#contract/tasks/task.ts';
import { unreadName } from '#src/data/person/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatDeadline, useOverdue } from '#src/data/task/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, classNames, focusWhenLost, MenuButton, rowAction } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { NameOf } from '../editing/people.ts';
import { useScreenProtocol } from '../editing/protocol-context.ts';
import { DeleteTaskQuestion, useTaskDeletion } from './delete-task.tsx';
import { LazyTaskForm } from './lazy-task-form.tsx';
import styles from './task-chips.module.css';
import { PriorityBadge } from './task-deadline.tsx';
import { taskTitle } from './task-title.ts';

interface TaskChipsProps {
  task: Optimistic<Task>;
  nameOf: NameOf;
  /** Announces the result to screen readers. */
  onAnnounce: (words: string) => void;
  /** Called when the task is deleted; the focus moves to its decision. */
  onDeleted: () => void;
}

/**
 * Assignee, deadline and status of a task, in the place of the decision that it came from. «Кому?» and «срок?» stand
 * for missing values; each opens the task's form at that field.
 */
export function TaskChips({ task, nameOf, onAnnounce, onDeleted }: TaskChipsProps) {
  const { readOnly } = use(EditingContext);
  const isOverdue = useOverdue();
  // The typed values of a task are kept by its id, because the list of tasks may show its form too.
  const [open, setOpen] = useState<'assignee' | 'due'>();
  const place = useRef<HTMLSpanElement>(null);
  const deletion = useTaskDeletion(onDeleted);
  const owner = nameOf(task.assignee_id);
  const who = owner ? shortName(owner) : task.assignee_id ? unreadName(task.assignee_id) : undefined;
  const day = formatDeadline(task.due_at);
  const until = day ? `до ${day}` : undefined;
  const title = taskTitle(task);
  if (readOnly) {
    return (
      <span className={styles.chips} data-chips="">
        {who ? <span className={styles.chip}>{who}</span> : null}
        {until ? <span className={styles.chip}>{until}</span> : null}
        <PriorityBadge task={task} />
        <StatusBadge task={task} />
      </span>
    );
  }
  const close = (field = open) => {
    setOpen(undefined);
    focusWhenLost(() => place.current?.querySelector<HTMLElement>(field === 'due' ? '[data-due]' : 'button'));
  };
  return (
    <>
      <span ref={place} className={styles.chips} data-chips="">
        <button
          type="button"
          className={classNames(styles.chip, !who && styles.missing)}
          data-owner=""
          data-missing={who ? undefined : ''}
          aria-label={`${who ? `Ответственный ${who}` : 'Кому поручено'}: ${title}`}
          aria-expanded={open === 'assignee'}
          onClick={() => setOpen('assignee')}
        >
          {who ?? 'кому?'}
        </button>
        <button
          type="button"
          className={classNames(styles.chip, !until && styles.missing, isOverdue(task) && styles.overdue)}
          data-due=""
          data-missing={until ? undefined : ''}
          aria-label={`${until ? `Срок ${until}` : 'Какой срок'}: ${title}`}
          aria-expanded={open === 'due'}
          onClick={() => setOpen('due')}
        >
          {until ?? 'срок?'}
        </button>
        <PriorityBadge task={task} />
        <StatusBadge task={task} />
        <UnsentMark unsent={task.unsent} />
        <MenuButton
          icon={Ellipsis}
          className={rowAction}
          label={`Действия с поручением: ${title}`}
          actions={[
            { id: 'edit', title: 'Изменить поручение', icon: Pencil, onAction: () => setOpen('assignee') },
            {
              id: 'delete',
              title: 'Убрать поручение',
              icon: Trash2,
              danger: true,
              onAction: () => deletion.start(task),
            },
          ]}
        />
      </span>
      {open ? (
        <TaskPanel
          key={open}
          task={task}
          nameOf={nameOf}
          focusOn={open}
          onClose={close}
          onSaved={(words) => {
            onAnnounce(words);
            close();
          }}
        />
      ) : null}
      <DeleteTaskQuestion deletion={deletion} />
    </>
  );
}

interface TaskPanelProps extends Pick<TaskChipsProps, 'task' | 'nameOf'> {
  focusOn: 'assignee' | 'due';
  onClose: () => void;
  onSaved: (words: string) => void;
}

/** A component apart from the chips, because it renders with the protocol, which changes with all text typed in it. */
function TaskPanel({ task, nameOf, focusOn, onClose, onSaved }: TaskPanelProps) {
  const protocol = useScreenProtocol();
  if (!protocol) return null;
  return (
    <div className={styles.form}>
      <LazyTaskForm
        protocol={protocol}
        task={{ ...task, protocol_id: task.protocol_id ?? protocol.id }}
        nameOf={nameOf}
        focusOn={focusOn}
        onSaved={({ title }, isKept) => onSaved(isKept ? `${title}. ${queuedWords}` : `Поручение сохранено: ${title}`)}
        onCancel={onClose}
      />
    </div>
  );
}

const tones = { in_progress: 'plain', done: 'ok', cancelled: 'plain' } as const;

/** Status of a task; nothing for a new one. */
function StatusBadge({ task }: { task: Task }) {
  const status = taskStatuses.find((each) => each === task.status);
  return status && status !== 'new' ? <Badge tone={tones[status]}>{taskStatusWords[status]}</Badge> : null;
}
