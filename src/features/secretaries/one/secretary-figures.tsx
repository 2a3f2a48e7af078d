import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { entityStatisticsQuery } from '#src/data/statistics/index.ts';
import { EntityCounts } from '#src/features/common/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { useCapability } from '#src/sync/index.ts';
import { Card, Icon } from '#src/ui/index.ts';
import styles from '../secretaries.module.css';
import type { SecretariesPlace } from '../secretaries-address.ts';
import { OwnMeetings } from './own-meetings.tsx';
import { TasksOnDate } from './tasks-on-date.tsx';

interface SecretaryFiguresProps {
  id: string;
  name: string;
  /** The list without anybody chosen. */
  back: string;
  place: SecretariesPlace;
}

/** One secretary: how much of each there is, the tasks of a day, the meetings by day. */
export function SecretaryFigures({ id, name, back, place }: SecretaryFiguresProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const entities = useQuery(entityStatisticsQuery(id));
  const canTellMeetings = useCapability('statistics');

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
        <QueryView query={entities} skeleton={<EntityCounts counts={undefined} />}>
          {(counts) => <EntityCounts counts={counts} />}
        </QueryView>
      </Card>
      <TasksOnDate id={id} place={place} />
      {canTellMeetings ? <OwnMeetings id={id} place={place} /> : null}
    </section>
  );
}
