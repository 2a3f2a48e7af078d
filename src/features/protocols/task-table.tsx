import type { UseQueryResult } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderOpen from 'lucide-react/icons/folder-open';
import ListChecks from 'lucide-react/icons/list-checks';
import SearchX from 'lucide-react/icons/search-x';
import Trash2 from 'lucide-react/icons/trash-2';
import { memo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/task.ts';
import type { TaskFilter } from '#contract/task-order.ts';
import { ButtonLink } from '#src/components/button-link.tsx';
import { classNames } from '#src/components/class-names.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { LongRows, manyRows, type RowTies, type ShownRow } from '#src/components/long-rows.tsx';
import { MenuButton } from '#src/components/menu-button.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { Table } from '#src/components/table.tsx';
import { TableGap } from '#src/components/table-gap.tsx';
import { UnsentMark } from '#src/components/unsent-mark.tsx';
import { shortName } from '#src/lib/person-names.ts';
import { usePeopleNames } from '#src/lib/queries/people.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { isMissing, ListError } from './list-error.tsx';
import { TaskCheck } from './task-check.tsx';
import { TaskDue } from './task-deadline.tsx';
import { TaskStatus } from './task-status.tsx';
import { taskTitle } from './task-title.ts';
import styles from './tasks.module.css';
import { useProtocolTitles } from './use-protocol-titles.ts';
import { useTaskStatus } from './use-task-status.ts';

interface TaskTableProps {
  list: UseQueryResult<Page<Laid<Task>>>;
  search: string | undefined;
  status: TaskFilter | undefined;
  page: number;
  onDelete: (task: Task) => void;
  onSaid: (words: string) => void;
}

const bones = Array.from({ length: 15 }, (_, index) => `bone-${index}`);
const noneWords: Record<TaskFilter, { title: string; words: string }> = {
  open: { title: 'Открытых поручений нет', words: 'Всё, что поручали, выполнено или отменено.' },
  overdue: { title: 'Просроченных поручений нет', words: 'Все сроки, которые наступили, соблюдены.' },
  done: { title: 'Выполненных поручений пока нет', words: 'Отметьте кружком то, что сделано: оно появится здесь.' },
};
const columns = ['Поручение', 'Ответственный', 'Срок', 'Статус'];

/** The rows of the tasks, or why there are none and what to do. */
export function TaskTable({ list, search, status, page, onDelete, onSaid }: TaskTableProps) {
  const { data } = list;
  const rows = data?.rows ?? [];
  if (isMissing(list)) return <ListError list={list} />;
  if (data?.rows.length === 0) return <NoTasks search={search} status={status} page={page} />;
  return (
    <Table
      label="Поручения"
      head={<TaskListHead />}
      busy={!data || list.isPlaceholderData}
      rowCount={rows.length >= manyRows ? rows.length : undefined}
    >
      {data ? (
        <LongRows rows={rows} estimate={64}>
          {(shown) => <TaskRows shown={shown} onDelete={onDelete} onSaid={onSaid} />}
        </LongRows>
      ) : (
        bones.map((bone) => <TaskRowSkeleton key={bone} />)
      )}
    </Table>
  );
}

interface TaskRowsProps extends Pick<TaskTableProps, 'onDelete' | 'onSaid'> {
  shown: ShownRow<Laid<Task>>[];
}

/** The rows that are drawn, with the names that a provider did not send along. */
function TaskRows({ shown, ...actions }: TaskRowsProps) {
  const tasks = shown.flatMap((each) => (each.kind === 'row' ? [each.row] : []));
  const people = usePeopleNames(
    tasks.filter((task) => !told(task.assignee_name)).map(({ assignee_id }) => assignee_id),
  );
  const titles = useProtocolTitles(
    tasks.filter((task) => !told(task.protocol_title)).map(({ protocol_id }) => protocol_id),
  );
  return shown.map((each) =>
    each.kind === 'gap' ? (
      <TableGap key={each.key} height={each.height} />
    ) : (
      <TaskRow
        key={each.row.id}
        task={each.row}
        index={each.index}
        ties={each.ties}
        assignee={assigneeOf(each.row, people)}
        protocol={protocolOf(each.row, titles)}
        {...actions}
      />
    ),
  );
}

function assigneeOf({ assignee_id, assignee_name }: Task, people: Map<string, string>): string {
  if (!assignee_id) return 'Не назначен';
  return shortName(told(assignee_name) ?? people.get(assignee_id) ?? `Пользователь ${assignee_id}`);
}

function protocolOf({ protocol_id, protocol_title }: Task, titles: Map<string, string>): string | undefined {
  return protocol_id ? (told(protocol_title) ?? titles.get(protocol_id) ?? 'Протокол') : undefined;
}

/** A name that came along with the row. */
function told(name: string | null | undefined): string | undefined {
  return name?.trim() ? name : undefined;
}

function TaskListHead() {
  return (
    <>
      {columns.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
      <th scope="col" className={styles.menu}>
        <span className="visually-hidden">Действия</span>
      </th>
    </>
  );
}

interface TaskRowProps {
  task: Laid<Task>;
  index: number;
  ties: RowTies | undefined;
  assignee: string;
  /** What its protocol is called; undefined where the provider does not say which it is. */
  protocol: string | undefined;
  onDelete: (task: Task) => void;
  onSaid: (words: string) => void;
}

const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, index, ties, assignee, protocol, onDelete, onSaid } = props;
  const navigate = useNavigate();
  const status = useTaskStatus(task, onSaid);
  const href = task.protocol_id ? `/main/protocols/${encodeURIComponent(task.protocol_id)}` : undefined;
  return (
    <tr {...ties} aria-rowindex={ties && index + 2}>
      <td className={styles.title}>
        <div className={styles.what}>
          <TaskCheck task={task} status={status} />
          <div>
            <span dir="auto" className={classNames(styles.words, status.shown === 'done' && styles.done)}>
              {taskTitle(task)}
            </span>
            {href ? (
              <Link to={href} className={styles.protocol} dir="auto">
                {protocol}
              </Link>
            ) : null}
            {task.origin && task.origin_task_id ? <span className={styles.origin}>{task.origin}</span> : null}
            <UnsentMark unsent={task.unsent} />
          </div>
        </div>
      </td>
      <td className={styles.person}>{assignee}</td>
      <td className={styles.due}>
        <TaskDue task={task} />
      </td>
      <td className={styles.statusCell}>
        <TaskStatus task={task} status={status} />
      </td>
      <td className={styles.menu}>
        <MenuButton
          icon={Ellipsis}
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
}, sameRow);

/** What a row ties to is the same for each drawing of it. */
function sameRow(before: TaskRowProps, now: TaskRowProps): boolean {
  const { ties: _ties, ...shown } = now;
  return Object.entries(shown).every(([name, value]) => before[name as keyof TaskRowProps] === value);
}

function TaskRowSkeleton() {
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

function NoTasks({ search, status, page }: Pick<TaskTableProps, 'search' | 'status' | 'page'>) {
  const back = <ButtonLink to="/main/protocols?tab=tasks">Показать все поручения</ButtonLink>;
  if (search) {
    return (
      <EmptyState icon={SearchX} title="Ничего не нашлось" actions={back}>
        Попробуйте другое слово.
      </EmptyState>
    );
  }
  if (status && page === 1) {
    return (
      <EmptyState icon={ListChecks} title={noneWords[status].title} actions={back}>
        {noneWords[status].words}
      </EmptyState>
    );
  }
  if (page > 1) return <EmptyState icon={ListChecks} title="На этой странице ничего нет" actions={back} />;
  return (
    <EmptyState
      icon={ListChecks}
      title="Поручений пока нет"
      actions={<ButtonLink to="/main/protocols">К протоколам</ButtonLink>}
    >
      Поручение даётся в протоколе: откройте его и добавьте, кому, что и к какому сроку сделать.
    </EmptyState>
  );
}
