import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { nobody, type TaskGroup } from '#contract/tasks/task.ts';
import { type ReadingPlace, readingAddress, taskGroupsQuery } from '#src/data/reading/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { formatNumber, shortName } from '#src/format/index.ts';
import { Button, Card, DetailsSummary, Skeleton, useMediaQuery } from '#src/ui/index.ts';
import styles from './reading.module.css';

/** Number of groups shown at first in each list. */
const shownFirst = 5;

/** Tasks of a list grouped by assignee and by body; each figure filters the list. */
export function TaskGroups({ place }: { place: ReadingPlace }) {
  const query = useQuery(taskGroupsQuery(place));
  // On a narrow screen the groups would stand before the list, which has to come first.
  const isBeside = useMediaQuery('from-laptop');
  if (query.data && query.data.people.length === 0) return null;
  const lists = (
    <div className={styles.groupLists}>
      <QueryView query={query} skeleton={<Skeleton width="100%" height={168} />}>
        {({ people, bodies }) => (
          <>
            <GroupList
              title="По ответственным"
              groups={people}
              nameOf={({ id, name }) => (name ? shortName(name) : id ? 'Без имени' : 'Не назначен')}
              addressOf={(assignee) => readingAddress({ ...place, page: 1, assignee })}
            />
            <GroupList
              title="По комиссиям и отделам"
              groups={bodies}
              nameOf={({ name }) => name ?? 'Без комиссии'}
              addressOf={(body) => readingAddress({ ...place, page: 1, body })}
            />
          </>
        )}
      </QueryView>
    </div>
  );
  return (
    <Card className={styles.groups}>
      {isBeside ? (
        lists
      ) : (
        <details>
          <DetailsSummary>По ответственным, комиссиям и отделам</DetailsSummary>
          <div className={styles.disclosed}>{lists}</div>
        </details>
      )}
    </Card>
  );
}

interface GroupListProps {
  title: string;
  groups: readonly TaskGroup[];
  nameOf: (group: TaskGroup) => string;
  addressOf: (id: string) => string;
}

function GroupList({ title, groups, nameOf, addressOf }: GroupListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? groups : groups.slice(0, shownFirst);
  return (
    <section aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <ul>
        {shown.map((group) => (
          <li key={group.id ?? nobody}>
            <Link to={addressOf(group.id ?? nobody)} className={styles.groupLink}>
              <span className={styles.groupName} dir="auto">
                {nameOf(group)}
              </span>
              <span className={styles.groupTotal}>{formatNumber(group.total)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {groups.length > shown.length ? (
        <Button size="small" variant="quiet" className={styles.more} onClick={() => setWhole(true)}>
          Показать ещё {formatNumber(groups.length - shown.length)}
        </Button>
      ) : null}
    </section>
  );
}
