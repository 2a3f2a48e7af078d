import type { Task } from '#contract/task.ts';
import { isOverdue } from '#contract/task-order.ts';
import { formatDeadline, overdueWords } from '#src/data/task/index.ts';
import { Badge } from '#src/ui/index.ts';
import styles from './tasks.module.css';

/** Until when, in the colour of its urgency; done and cancelled say so instead. */
export function TaskDeadline({ task }: { task: Task }) {
  if (task.status === 'done') return <Badge tone="ok">Выполнено</Badge>;
  if (task.status === 'cancelled') return <Badge>Отменено</Badge>;
  const day = formatDeadline(task.due_at);
  if (!day) return null;
  return isOverdue(task, new Date()) ? (
    <Badge tone="bad">Просрочено: до {day}</Badge>
  ) : (
    <Badge tone="warn">до {day}</Badge>
  );
}

/** Until when, beside a status that is told apart: only what is overdue stands out. */
export function TaskDue({ task }: { task: Task }) {
  const day = formatDeadline(task.due_at);
  if (!day) return 'Без срока';
  if (!isOverdue(task, new Date())) return `до ${day}`;
  return (
    <span className={styles.overdue}>
      <Badge tone="bad">{overdueWords(task.due_at)}</Badge>
      <span>до {day}</span>
    </span>
  );
}
