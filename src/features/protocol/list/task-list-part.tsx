import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type StatusFilter, statusFilters, statusFilterWords, taskFilters } from '#contract/tasks/task-order.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useWaitingReports } from '#src/data/report/index.ts';
import { useTaskList } from '#src/data/task/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { isUnsentAlone } from '#src/sync/index.ts';
import {
  Card,
  FoundCount,
  focusWhenLost,
  ListCount,
  ListSearch,
  PageHeader,
  Pagination,
  ScreenBody,
} from '#src/ui/index.ts';
import { DeleteTaskQuestion, useTaskDeletion } from '../tasks/delete-task.tsx';
import { type ListPlace, listQueryString, readListPlace } from './list-address.ts';
import { ChoiceFilter, useListFilters } from './list-filters.tsx';
import styles from './protocol-list.module.css';
import { TaskTable } from './task-table.tsx';

const WaitingReportList = lazy(async () => ({
  default: (await import('./waiting-report-list.tsx')).WaitingReportList,
}));

/** The person's tasks in pages of 15, with search, change of status, and deletion. */
export function TaskListPart({ tabs }: { tabs: ReactNode }) {
  const [query, setQuery] = useSearchParams();
  const place = readListPlace(query);
  const { page, search, status, assignee, on } = place;
  const list = useTaskList({ page, search, status, assignee, on });
  const { ownTasks: filters, listFilters } = useOffers();
  const [announcement, setAnnouncement] = useState('');
  const { data: reports } = useWaitingReports();
  const { data } = list;
  const isPart = isUnsentAlone(list);

  const address = (change: Partial<ListPlace>) =>
    listQueryString({ page: 1, search, status, assignee, on, ...change }, 'tasks');
  const narrowing = useListFilters({ tab: 'tasks', place, onChange: (change) => setQuery(address(change)) });
  const deletion = useTaskDeletion((gone) => {
    if (page > 1 && data?.rows.every(({ id }) => id === gone.id))
      setQuery(address({ page: page - 1 }), { replace: true });
    focusWhenLost(() => document.querySelector('h1'));
  });

  return (
    <>
      <PageHeader
        title="Поручения"
        count={<ListCount of={data?.meta.total} />}
        actions={
          <div className={styles.controls}>
            <ListSearch
              label="Поиск по поручениям"
              value={search}
              onSearch={(text) => setQuery(address({ search: text }), { replace: true })}
            />
            {filters ? (
              <TaskFilter value={status} onChange={(chosen) => setQuery(address({ status: chosen }))} />
            ) : null}
            {/* Most servers have the filter: until this is known, a hidden one holds its place. */}
            {filters === undefined ? (
              <div aria-hidden inert className={styles.held}>
                <TaskFilter value={status} onChange={() => undefined} />
              </div>
            ) : null}
            {listFilters ? narrowing.button : null}
          </div>
        }
      />
      {tabs}
      {listFilters ? narrowing.fields : null}
      <FoundCount asked={address({})} total={list.isPlaceholderData ? undefined : data && (data.meta.total ?? null)} />
      <ConnectionBanner shownAt={list.dataUpdatedAt || undefined} />
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <ScreenBody>
        {reports?.rows.length ? (
          <Suspense fallback={null}>
            <WaitingReportList waiting={reports} onAnnounce={setAnnouncement} />
          </Suspense>
        ) : null}
        <div>
          <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
            {isPart ? (
              <p className={styles.note}>
                Показано только то, что ещё не отправлено: остальные поручения появятся, когда вернётся подключение.
              </p>
            ) : null}
            <TaskTable
              list={list}
              search={search}
              assignee={assignee}
              on={on}
              status={status}
              page={page}
              onDelete={deletion.start}
              onAnnounce={setAnnouncement}
            />
          </Card>
          <Pagination of={isPart ? undefined : data} href={(next) => `/main/protocols${address({ page: next })}`} />
        </div>
      </ScreenBody>
      <DeleteTaskQuestion deletion={deletion} />
    </>
  );
}

interface TaskFilterProps {
  value: StatusFilter | undefined;
  onChange: (filter: StatusFilter | undefined) => void;
}

/** Filter of the tasks; by each status where the server supports it. */
function TaskFilter(props: TaskFilterProps) {
  const { reading } = useOffers();
  const choices = reading ? statusFilters : taskFilters;
  return <ChoiceFilter label="Статус" all="Все поручения" choices={choices} words={statusFilterWords} {...props} />;
}
