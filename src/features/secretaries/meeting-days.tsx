import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#src/components/card.tsx';
import { DateField } from '#src/components/date-field.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { meetingStatisticsQuery } from '#src/lib/queries/statistics.ts';
import { isWholeDay, monthOf, rangeProblem } from './day-range.ts';
import { MeetingBars } from './meeting-bars.tsx';
import styles from './secretaries.module.css';

/** How many meetings all the secretaries together have on each day of a range; at first of this month. */
export function MeetingDays() {
  const [start, setStart] = useState<string | null>(() => monthOf(new Date()).start);
  const [end, setEnd] = useState<string | null>(() => monthOf(new Date()).end);
  const isWhole = isWholeDay(start) && isWholeDay(end);
  const problem = isWhole ? rangeProblem(start, end) : undefined;
  const query = useQuery({
    ...meetingStatisticsQuery(start ?? '', end ?? ''),
    enabled: isWhole && !problem,
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Встречи всех секретарей по дням">
      <div className={styles.range}>
        <DateField label="С" value={start} error={start === null ? 'Выберите дату' : undefined} onChange={setStart} />
        <DateField label="По" value={end} error={end === null ? 'Выберите дату' : problem} onChange={setEnd} />
      </div>
      {isWhole && !problem ? (
        <QueryView query={query} skeleton={<Skeleton width="100%" height={160} />}>
          {(days) => <MeetingBars days={days} />}
        </QueryView>
      ) : null}
    </Card>
  );
}
