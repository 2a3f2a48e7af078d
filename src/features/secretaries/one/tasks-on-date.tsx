import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { taskStatisticsQuery } from '#src/data/statistics/index.ts';
import { TaskCounts } from '#src/features/common/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { toDayValue } from '#src/format/index.ts';
import { Card, DateField } from '#src/ui/index.ts';
import { isWholeDay } from '../period/own-range.ts';
import styles from '../secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from '../secretaries-address.ts';

/** A secretary's tasks by status on a day, at first today; another one is in the address. */
export function TasksOnDate({ id, place }: { id: string; place: SecretariesPlace }) {
  const navigate = useNavigate();
  const today = toDayValue(new Date());
  const [day, setDay] = useState<string | null>(place.day ?? today);
  const isDay = isWholeDay(day);
  const tasks = useQuery({ ...taskStatisticsQuery(id, isDay ? day : ''), enabled: isDay });
  const change = (next: string | null) => {
    setDay(next);
    if (!isWholeDay(next)) return;
    const address = secretariesAddress({ ...place, day: next === today ? undefined : next });
    void navigate(address, { replace: true, preventScrollReset: true });
  };
  return (
    <Card title="Поручения на дату" level={3}>
      <div className={styles.date}>
        <DateField label="Дата" value={day} error={day === null ? 'Выберите дату' : undefined} onChange={change} />
      </div>
      {isDay ? (
        <QueryView query={tasks} skeleton={<TaskCounts counts={undefined} />}>
          {(counts) => <TaskCounts counts={counts} />}
        </QueryView>
      ) : null}
    </Card>
  );
}
