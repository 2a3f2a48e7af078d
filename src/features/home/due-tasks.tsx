import { Link } from 'react-router-dom';
import { protocolAddress } from '#contract/protocol-address.ts';
import type { Task } from '#contract/tasks/task.ts';
import { formatDeadline, useOverdue, useUrgentTasks } from '#src/data/task/index.ts';
import { ShortOverdueBadge } from '#src/features/badges/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { counted, plusDays, readDate, shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, DataList, type DataRow } from '#src/ui/index.ts';
import styles from './home-screen.module.css';
import { HomeSection, RowSkeleton } from './home-section.tsx';

const shown = 5;
const daysAhead = 7;

/** The open tasks that are overdue or due within a week, the oldest deadline first. */
export function DueTasks() {
  const { query, isPart } = useUrgentTasks();
  const isOverdue = useOverdue();
  return (
    <HomeSection title="Сроки поручений" aside={<Link to="/main/protocols?tab=tasks">Все поручения</Link>}>
      <QueryView query={query} skeleton={<RowSkeleton rows={shown} />}>
        {({ rows }) => {
          const due = dueTasks(rows, new Date());
          return (
            <>
              {due.length === 0 ? (
                <p className={styles.nothing}>На ближайшую неделю сроков нет, просрочки тоже.</p>
              ) : (
                <DataList
                  label="Сроки поручений"
                  rows={due.slice(0, shown).map((task) => taskRow(task, isOverdue(task)))}
                />
              )}
              {isPart ? (
                <p className={styles.nothing}>
                  По первым {counted(rows.length, 'поручению', 'поручениям', 'поручениям')}: остальные смотрите в
                  списке.
                </p>
              ) : null}
            </>
          );
        }}
      </QueryView>
    </HomeSection>
  );
}

function dueTasks(rows: Optimistic<Task>[], now: Date): Optimistic<Task>[] {
  const end = plusDays(now, daysAhead + 1).getTime();
  const timeOf = ({ due_at }: Task) => readDate(due_at)?.getTime() ?? Number.POSITIVE_INFINITY;
  const isOpen = ({ status, carried_on }: Task) => status !== 'done' && status !== 'cancelled' && !carried_on;
  return rows.filter((task) => isOpen(task) && timeOf(task) < end).sort((one, other) => timeOf(one) - timeOf(other));
}

function taskRow(task: Optimistic<Task>, isOverdue: boolean): DataRow {
  const { id, title, protocol_id, assignee_name, due_at, unsent } = task;
  const day = `до ${formatDeadline(due_at)}`;
  return {
    id,
    title: title?.trim() || 'Поручение без названия',
    ...(protocol_id ? { to: protocolAddress(protocol_id) } : {}),
    note: `${assignee_name ? shortName(assignee_name) : 'Ответственный не назначен'}${isOverdue ? ` · ${day}` : ''}`,
    aside: (
      <>
        {isOverdue ? <ShortOverdueBadge due={due_at} /> : <Badge tone="warn">{day}</Badge>}
        <UnsentMark unsent={unsent} />
      </>
    ),
  };
}
