import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#src/components/card.tsx';
import { DateField } from '#src/components/date-field.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { TaskCounts } from '#src/components/task-counts.tsx';
import { toDayValue } from '#src/lib/dates.ts';
import { taskStatisticsQuery } from '#src/lib/queries/statistics.ts';
import { isWholeDay } from '../period/own-range.ts';
import styles from '../secretaries.module.css';

/** A secretary's tasks by status on a day, at first today. */
export function TasksOnDate({ id }: { id: string }) {
  const [day, setDay] = useState<string | null>(() => toDayValue(new Date()));
  const isDay = isWholeDay(day);
  const tasks = useQuery({ ...taskStatisticsQuery(id, isDay ? day : ''), enabled: isDay });
  return (
    <Card title="Поручения на дату" level={3}>
      <div className={styles.date}>
        <DateField label="Дата" value={day} error={day === null ? 'Выберите дату' : undefined} onChange={setDay} />
      </div>
      {isDay ? (
        <QueryView query={tasks} skeleton={<TaskCounts counts={undefined} />}>
          {(counts) => <TaskCounts counts={counts} />}
        </QueryView>
      ) : null}
    </Card>
  );
}
