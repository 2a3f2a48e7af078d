import { useQuery } from '@tanstack/react-query';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OwnTask } from '#contract/participation/participation.ts';
import { statusFilterWords, taskFilters } from '#contract/tasks/task-order.ts';
import {
  type NewReport,
  ownTaskPlaceQuery,
  ownTaskTitle,
  reportTask,
  useOwnTasks,
} from '#src/data/participation/index.ts';
import { mutationWords } from '#src/data/queued/index.ts';
import { readPage } from '#src/data/read-page.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { openQueue } from '#src/features/queue/index.ts';
import { needsPerson, type OutboxRow, useQueuedMutations, variablesOf } from '#src/sync/index.ts';
import { Banner, Button, Card, EmptyState, focusWhenLost, latePart, layout, Pagination } from '#src/ui/index.ts';
import { ChoiceFilter } from '../list/list-filters.tsx';
import { placeParameter } from '../playback/moment-query.ts';
import { useFoundPlace } from '../playback/use-found-place.ts';
import { EmptyPage } from './empty-page.tsx';
import { OwnTaskItem, OwnTaskSkeleton } from './own-task-item.tsx';
import styles from './participation.module.css';
import { tabAddress } from './participation-address.ts';
import type { ReportFormProps } from './report-form.tsx';

const ReportForm = latePart<ReportFormProps>(async () => (await import('./report-form.tsx')).ReportForm);

/** Filter of the tasks by status; nothing where there are no tasks. */
export function OwnTaskFilter() {
  const [query, setQuery] = useSearchParams();
  const status = statusOf(query);
  const { data } = useOwnTasks({ page: readPage(query), status });
  if (!status && !data?.rows.length) return null;
  return (
    <ChoiceFilter
      label="Статус"
      all="Все поручения"
      choices={taskFilters}
      words={statusFilterWords}
      value={status}
      onChange={(chosen) => setQuery({ tab: 'tasks', ...(chosen ? { status: chosen } : {}) })}
    />
  );
}

const statusOf = (query: URLSearchParams) => taskFilters.find((each) => each === query.get('status'));

/** «Мои поручения»: the person's tasks of all protocols with deadlines and reports. */
export function OwnTasks() {
  const [query] = useSearchParams();
  const [announcement, setAnnouncement] = useState('');
  const status = statusOf(query);
  const page = readPage(query);
  const list = useOwnTasks({ page, status });
  const form = useReportForm();
  useFoundPlace(useTaskPage(list.data?.rows), () => undefined);
  const close = (told = '') => {
    form.close();
    setAnnouncement(told);
    focusWhenLost(() => document.querySelector('h1'));
  };
  return (
    <div className={layout.stack(4)}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {form.refused.map((row) => (
        <RefusedReport key={row.id} row={row} onOpen={() => form.resolve(row)} />
      ))}
      <QueryView query={list} skeleton={<OwnTaskSkeleton />}>
        {(shown) => (
          <>
            <Card bare>
              {shown.rows.length === 0 ? (
                page > 1 ? (
                  <EmptyPage tab="tasks" status={status} />
                ) : (
                  <Nothing isNarrowed={status !== undefined} />
                )
              ) : (
                <ul className={styles.list} aria-label="Мои поручения">
                  {shown.rows.map((task) => (
                    <OwnTaskItem
                      key={task.id}
                      task={task}
                      onReport={() => form.open(task)}
                      onAnnounce={setAnnouncement}
                    />
                  ))}
                </ul>
              )}
            </Card>
            <Pagination of={shown} href={(next) => tabAddress('tasks', { page: next, status })} />
          </>
        )}
      </QueryView>
      {form.opened ? <ReportForm key={form.opened.of} {...form.opened} onClose={close} /> : null}
    </div>
  );
}

/**
 * Opens the page on which the task stands that the address names.
 * @returns whether it is shown, or is nowhere to be found
 */
function useTaskPage(rows: readonly OwnTask[] | undefined): boolean {
  const [query, setQuery] = useSearchParams();
  const [, named] = query.get(placeParameter)?.match(/^task:(.+)/s) ?? [];
  const has = (among: readonly OwnTask[]) =>
    among.some(({ id, origin_task_id }) => named === id || named === origin_task_id);
  const isHere = rows !== undefined && (named === undefined || has(rows));
  const place = useQuery(ownTaskPlaceQuery(rows && !isHere ? named : undefined));
  const page = place.data && has(place.data.rows) ? place.data.meta.current_page : undefined;
  const open = useEffectEvent((found: number) => {
    setQuery({ tab: 'tasks', [placeParameter]: `task:${named}`, page: String(found) }, { replace: true });
  });
  useEffect(() => {
    if (page !== undefined && !isHere) open(page);
  }, [page, isHere]);
  return isHere || place.isError || (place.isSuccess && page === undefined);
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState icon={ClipboardCheck} title="Таких поручений нет">
        Измените отбор, чтобы увидеть остальные.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ClipboardCheck} title="Поручений вам нет">
      Здесь появятся поручения из завершённых и подписанных протоколов: что сделать, до какого дня и по какому решению.
    </EmptyState>
  );
}

/** A report that the server refused: its text is on the device and can be opened again. */
function RefusedReport({ row, onOpen }: { row: OutboxRow; onOpen: () => void }) {
  const { task } = variablesOf(reportTask, row) ?? {};
  return (
    <Banner
      tone="bad"
      icon={TriangleAlert}
      title={`Отчёт не принят: «${task ? ownTaskTitle(task) : row.title}».`}
      action={
        <span className={layout.row(2)}>
          <Button size="small" onClick={onOpen}>
            Открыть отчёт
          </Button>
          <Button size="small" aria-haspopup="dialog" onClick={() => openQueue([row.id])}>
            Открыть очередь отправки
          </Button>
        </span>
      }
    >
      {mutationWords(row, { online: true, now: 0 }).replace(/[.!]?$/, '.')} Написанное сохранено на этом устройстве.
    </Banner>
  );
}

type Opened = { of: string; task: NewReport['task']; resolves?: OutboxRow };

/** State of the report form: for a task, or for a refused report, which `?write=` in the address may name. */
function useReportForm() {
  const [query, setQuery] = useSearchParams();
  const [asked, ask] = useState<Opened>();
  const refused = useQueuedMutations().filter((row) => row.kind === reportTask.name && needsPerson(row));
  const named = refused.find(({ id }) => id === query.get('write'));
  const resolving = (row: OutboxRow): Opened | undefined => {
    const made = variablesOf(reportTask, row);
    return made && { of: row.id, task: made.task, resolves: row };
  };
  return {
    refused,
    opened: asked ?? (named && resolving(named)),
    open: (task: NewReport['task']) => ask({ of: task.id, task: { id: task.id, title: task.title } }),
    resolve: (row: OutboxRow) => ask(resolving(row)),
    close() {
      ask(undefined);
      if (!query.has('write')) return;
      setQuery(
        (now) => {
          now.delete('write');
          return now;
        },
        { replace: true },
      );
    },
  };
}
