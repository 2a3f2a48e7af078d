import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '#src/components/card.tsx';
import { DateField } from '#src/components/date-field.tsx';
import { EntityCounts } from '#src/components/entity-counts.tsx';
import { Icon } from '#src/components/icon.tsx';
import { QueryView } from '#src/components/query-view.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { TaskCounts } from '#src/components/task-counts.tsx';
import { toDayValue } from '#src/lib/dates.ts';
import { entityStatisticsQuery, taskStatisticsQuery } from '#src/lib/queries/statistics.ts';
import { isWholeDay } from './day-range.ts';
import styles from './secretaries.module.css';

interface SecretaryFiguresProps {
  id: string;
  name: string;
  /** The list without anybody chosen. */
  back: string;
}

/** One secretary: how much of each there is, and the tasks of a day. */
export function SecretaryFigures({ id, name, back }: SecretaryFiguresProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [day, setDay] = useState<string | null>(() => toDayValue(new Date()));
  const entities = useQuery(entityStatisticsQuery(id));
  const isDay = isWholeDay(day);
  const tasks = useQuery({ ...taskStatisticsQuery(id, isDay ? day : ''), enabled: isDay });

  useEffect(() => heading.current?.focus({ preventScroll: false }), []);

  return (
    <section aria-labelledby="secretary-name" className={styles.detail}>
      <Link to={back} className={styles.back}>
        <Icon of={ArrowLeft} size={16} />
        Все секретари
      </Link>
      <Card>
        <h2 ref={heading} id="secretary-name" tabIndex={-1} className={styles.heading}>
          {name}
        </h2>
        <QueryView query={entities} skeleton={<Skeleton width="100%" height={116} />}>
          {(counts) => <EntityCounts counts={counts} />}
        </QueryView>
      </Card>
      <Card title="Поручения на дату">
        <div className={styles.date}>
          <DateField label="Дата" value={day} error={day === null ? 'Выберите дату' : undefined} onChange={setDay} />
        </div>
        {isDay ? (
          <QueryView query={tasks} skeleton={<Skeleton width="100%" height={116} />}>
            {(counts) => <TaskCounts counts={counts} />}
          </QueryView>
        ) : null}
      </Card>
    </section>
  );
}
