import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import ListChecks from 'lucide-react/icons/list-checks';
import SearchX from 'lucide-react/icons/search-x';
import type { Page } from '#contract/envelope.ts';
import type { Task } from '#contract/tasks/task.ts';
import type { StatusFilter } from '#contract/tasks/task-order.ts';
import { unreadName, usePeopleNames } from '#src/data/person/index.ts';
import { applyToProtocol, cachedProtocol, protocolQuery, protocolTitle } from '#src/data/protocol/index.ts';
import { shortName } from '#src/format/index.ts';
import { type Optimistic, useQueuedMutations } from '#src/sync/index.ts';
import { ButtonLink, EmptyState, LongRows, manyRows, type ShownRow, Table, TableGap } from '#src/ui/index.ts';
import styles from '../tasks/tasks.module.css';
import { isMissing, ListError } from './list-error.tsx';
import { TaskRow, TaskRowSkeleton } from './task-row.tsx';

interface TaskTableProps {
  list: UseQueryResult<Page<Optimistic<Task>>>;
  search: string | undefined;
  assignee: string | undefined;
  /** Day whose end determines the state of the tasks. */
  on: string | undefined;
  status: StatusFilter | undefined;
  page: number;
  onDelete: (task: Task) => void;
  onAnnounce: (words: string) => void;
}

const skeletonRows = Array.from({ length: 15 }, (_, index) => `skeleton-${index}`);
const columns = ['Поручение', 'Ответственный', 'Срок', 'Статус'];

/** The rows of the tasks, or why there are none and what to do. */
export function TaskTable({ list, search, assignee, on, status, page, onDelete, onAnnounce }: TaskTableProps) {
  const { data } = list;
  const rows = data?.rows ?? [];
  if (isMissing(list)) return <ListError list={list} />;
  if (data?.rows.length === 0)
    return <NoTasks isNarrowed={Boolean(search || assignee || on)} status={status} page={page} />;
  return (
    <Table
      label="Поручения"
      head={<TaskListHead />}
      busy={!data || list.isPlaceholderData}
      rowCount={rows.length >= manyRows ? rows.length : undefined}
    >
      {data ? (
        <LongRows rows={rows} estimate={64}>
          {(shown) => <TaskRows shown={shown} onDelete={onDelete} onAnnounce={onAnnounce} />}
        </LongRows>
      ) : (
        skeletonRows.map((key) => <TaskRowSkeleton key={key} />)
      )}
    </Table>
  );
}

interface TaskRowsProps extends Pick<TaskTableProps, 'onDelete' | 'onAnnounce'> {
  shown: ShownRow<Optimistic<Task>>[];
}

/** The rendered rows, with the names that a provider did not send. */
function TaskRows({ shown, ...actions }: TaskRowsProps) {
  const tasks = shown.flatMap((each) => (each.kind === 'row' ? [each.row] : []));
  const people = usePeopleNames(
    tasks.filter((task) => !givenName(task.assignee_name)).map(({ assignee_id }) => assignee_id),
  );
  const titles = useProtocolTitles(
    tasks.filter((task) => !givenName(task.protocol_title)).map(({ protocol_id }) => protocol_id),
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
  const name = givenName(assignee_name) ?? people.get(assignee_id);
  return name ? shortName(name) : unreadName(assignee_id);
}

/** Returns «№ 12 · Еженедельное совещание»: the number is shown because many protocols have the same title. */
function protocolOf(task: Task, titles: Map<string, string>): string | undefined {
  const { protocol_id, protocol_title, protocol_number: number } = task;
  if (!protocol_id) return undefined;
  const title = givenName(protocol_title) ?? titles.get(protocol_id) ?? 'Протокол';
  return number ? `№\u00a0${number} · ${title}` : title;
}

/** Returns the name sent with the row; undefined for an empty one. */
function givenName(name: string | null | undefined): string | undefined {
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

/** Returns the titles of protocols known only by id: from the device, or else read one by one. */
function useProtocolTitles(ids: readonly (string | null | undefined)[]): Map<string, string> {
  const client = useQueryClient();
  const rows = useQueuedMutations();
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  const known = new Map(wanted.map((id) => [id, applyToProtocol(cachedProtocol(client, id), id, rows)]));
  const answers = useQueries({
    queries: wanted.map((id) => ({
      ...protocolQuery(id),
      enabled: !known.get(id),
      retry: false,
      refetchInterval: false as const,
    })),
  });
  return new Map(
    wanted.flatMap((id, index) => {
      const protocol = known.get(id) ?? answers[index]?.data;
      return protocol ? [[id, protocolTitle(protocol)] as const] : [];
    }),
  );
}

const noneWords: Record<StatusFilter, { title: string; words: string }> = {
  open: { title: 'Открытых поручений нет', words: 'Всё, что поручали, выполнено или отменено.' },
  overdue: { title: 'Просроченных поручений нет', words: 'Все сроки, которые наступили, соблюдены.' },
  done: { title: 'Выполненных поручений пока нет', words: 'Отметьте кружком то, что сделано: оно появится здесь.' },
  new: { title: 'Новых поручений нет', words: 'За каждое уже взялись.' },
  in_progress: { title: 'Поручений в работе нет', words: 'Здесь то, за что взялись и чего ещё не сделали.' },
  cancelled: { title: 'Отменённых поручений нет', words: 'Здесь то, что поручили и потом отменили.' },
};

interface NoTasksProps {
  isNarrowed: boolean;
  status: StatusFilter | undefined;
  page: number;
}

/** Explains why there are no tasks and what to do. */
function NoTasks({ isNarrowed, status, page }: NoTasksProps) {
  const back = <ButtonLink to="/main/protocols?tab=tasks">Показать все поручения</ButtonLink>;
  if (isNarrowed) {
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
