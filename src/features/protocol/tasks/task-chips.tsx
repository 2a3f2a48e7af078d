import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { use, useRef, useState } from 'react';
import type { Task } from '#contract/task.ts';
import { taskStatuses, taskStatusWords } from '#contract/task.ts';
import { isOverdue } from '#contract/task-order.ts';
import { unreadName } from '#src/data/person/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatDeadline } from '#src/data/task/index.ts';
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
  /** Says what was done, for who does not see it. */
  onAnnounce: (words: string) => void;
  /** It is gone: its decision is there to lead the focus to. */
  onDeleted: () => void;
}

/**
 * Who is to do it, until when and how far it is, in the place of the decision that it came from. «Кому?» and «срок?» ask
 * for what is missing; each opens the task's form at its own field.
 */
export function TaskChips({ task, nameOf, onAnnounce, onDeleted }: TaskChipsProps) {
  const { readOnly } = use(EditingContext);
  // What is typed of a task is kept under its id: the list of tasks may show it, too.
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
          className={classNames(styles.chip, !until && styles.missing, isOverdue(task, new Date()) && styles.late)}
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

/** Apart from the chips: it alone follows the protocol, which changes with everything that is typed in it. */
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

/** A new one says nothing of itself. */
function StatusBadge({ task }: { task: Task }) {
  const status = taskStatuses.find((each) => each === task.status);
  return status && status !== 'new' ? <Badge tone={tones[status]}>{taskStatusWords[status]}</Badge> : null;
}
