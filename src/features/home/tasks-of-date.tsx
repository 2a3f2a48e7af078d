import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOffers } from '#src/data/provider/index.ts';
import { changesTaskCounts, taskStatisticsQuery, uncountedWords } from '#src/data/statistics/index.ts';
import { TaskCounts } from '#src/features/badges/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { readDayValue } from '#src/format/index.ts';
import { useQueuedMutations } from '#src/sync/index.ts';
import { DateField, useDebounced } from '#src/ui/index.ts';
import { useHomeAddress } from './home-address.ts';
import styles from './home-screen.module.css';
import { HomeSection } from './home-section.tsx';
import { FigureSkeleton, useOwnId } from './own-totals.tsx';

const typingPause = 300;

/** The person's own tasks by status on a day. */
export function TasksOfDate() {
  const { tasksDate, setTasksDate, today } = useHomeAddress();
  const { reading } = useOffers();
  const id = useOwnId();
  const isUncounted = changesTaskCounts(useQueuedMutations());
  const settled = useDebounced(tasksDate, typingPause);
  // Typed text that is not a valid day yet: no figures belong to it.
  const [typed, setTyped] = useState<string | null>();
  const query = useQuery({ ...taskStatisticsQuery(id ?? '', settled), enabled: id !== undefined });
  const change = (day: string | null) => {
    const isDay = readDayValue(day) && day && day >= '1900' && day < '2200';
    setTyped(isDay ? undefined : day);
    if (isDay) setTasksDate(day);
  };
  return (
    <HomeSection title="Поручения на дату">
      <div className={styles.dated}>
        <DateField
          label="Дата"
          value={typed === undefined ? tasksDate : typed}
          onChange={change}
          error={typed === null ? 'Выберите дату' : undefined}
        />
        {typed === undefined && settled === tasksDate ? (
          <QueryView query={query} skeleton={<FigureSkeleton rows={3} />}>
            {(counts) => (
              <TaskCounts counts={counts} linkOf={reading ? (key) => taskAddress(key, settled, today) : undefined} />
            )}
          </QueryView>
        ) : typed === undefined ? (
          <FigureSkeleton rows={3} />
        ) : null}
        {isUncounted && query.data && typed === undefined ? <p className={styles.uncounted}>{uncountedWords}</p> : null}
      </div>
    </HomeSection>
  );
}

/**
 * Returns the address that lists the tasks of a figure; for another day than today, as they were at the end of that
 * day.
 */
function taskAddress(key: string, day: string, today: string): string {
  const query = new URLSearchParams({ tab: 'tasks' });
  if (key !== 'total') query.set('status', key);
  if (day !== today) query.set('on', day);
  return `/main/protocols?${query}`;
}
