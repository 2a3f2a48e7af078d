import { type Task, taskPriorityWords } from '#contract/tasks/task.ts';
import { deadlineWords, useOverdue } from '#src/data/task/index.ts';
import { OverdueBadge } from '#src/features/badges/index.ts';
import { Badge, layout } from '#src/ui/index.ts';
import styles from './tasks.module.css';

/** Deadline in the colour of its urgency; for done and cancelled tasks the status instead. */
export function TaskDeadline({ task }: { task: Task }) {
  const isOverdue = useOverdue();
  if (task.status === 'done') return <Badge tone="ok">Выполнено</Badge>;
  if (task.status === 'cancelled') return <Badge>Отменено</Badge>;
  const until = deadlineWords(task);
  if (!until) return null;
  return isOverdue(task) ? (
    <OverdueBadge due={task.due_at}>Просрочено: {until}</OverdueBadge>
  ) : (
    <Badge tone={task.carried_on ? 'plain' : 'warn'}>{until}</Badge>
  );
}

/** Priority and deadline, beside a separate status: only urgent and overdue tasks stand out. */
export function TaskDue({ task }: { task: Task }) {
  if (!hasPriority(task)) return <DueDay task={task} />;
  return (
    <span className={layout.centredRow(2)}>
      <PriorityBadge task={task} />
      <DueDay task={task} />
    </span>
  );
}

/** Priority; nothing for a normal one. */
export function PriorityBadge({ task }: { task: Task }) {
  if (!hasPriority(task)) return null;
  return <Badge tone={task.priority === 'high' ? 'warn' : 'plain'}>{taskPriorityWords[task.priority]} приоритет</Badge>;
}

function hasPriority(task: Task): task is Task & { priority: 'high' | 'low' } {
  return Boolean(task.priority) && task.priority !== 'normal';
}

function DueDay({ task }: { task: Task }) {
  const isOverdue = useOverdue();
  const until = deadlineWords(task);
  if (!until) return 'Без срока';
  if (!isOverdue(task)) return until;
  return (
    <span className={styles.overdue}>
      <OverdueBadge due={task.due_at} />
      <span>{until}</span>
    </span>
  );
}
