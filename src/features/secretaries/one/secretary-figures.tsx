import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useOffers } from '#src/data/provider/index.ts';
import { entityStatisticsQuery, taskStatisticsQuery } from '#src/data/statistics/index.ts';
import { EntityCounts, TaskCounts } from '#src/features/badges/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { toDayValue } from '#src/format/index.ts';
import {
  Card,
  DateField,
  focusWhenLost,
  Icon,
  IconButton,
  layout,
  Skeleton,
  useProgressiveParts,
} from '#src/ui/index.ts';
import { MeetingBars, MeetingWords } from '../charts/meeting-bars.tsx';
import { useFigureAddress } from '../figure-address.ts';
import { isWholeDay, type Period } from '../period/period.ts';
import { secretaryMeetingsQuery } from '../period/period-queries.ts';
import { PeriodSwitch } from '../period/period-switch.tsx';
import styles from '../secretaries.module.css';
import { type SecretariesPlace, secretariesAddress } from '../secretaries-address.ts';

interface SecretaryFiguresProps {
  id: string;
  name: string;
  /** Address of the list without a chosen secretary. */
  back: string;
  place: SecretariesPlace;
}

/** One secretary: totals, tasks on a day, meetings by day. */
export function SecretaryFigures({ id, name, back, place }: SecretaryFiguresProps) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const entities = useQuery(entityStatisticsQuery(id));
  const { periodFigures: canTellMeetings } = useOffers();
  const addressOf = useFigureAddress();
  const due = useProgressiveParts(3, { onPress: true });

  const giveBack = () => focusWhenLost(() => nameInList(id) ?? document.querySelector('h1'));
  const close = () => {
    void navigate(back, { preventScrollReset: true });
    giveBack();
  };

  useEffect(() => heading.current?.focus({ preventScroll: false }), []);

  return (
    <section aria-labelledby="secretary-name" className={layout.stack(4)}>
      <Link to={back} className={styles.back} onClick={giveBack}>
        <Icon of={ArrowLeft} size={16} />
        Все секретари
      </Link>
      <Card>
        <div className={styles.top}>
          <h2 ref={heading} id="secretary-name" tabIndex={-1} className={styles.heading}>
            {name}
          </h2>
          <IconButton icon={X} label="Закрыть показатели секретаря" className={styles.close} onClick={close} />
        </div>
        <QueryView query={entities} skeleton={<EntityCounts counts={undefined} />}>
          {(counts) => <EntityCounts counts={counts} linkOf={(key) => addressOf(key, { secretary: id })} />}
        </QueryView>
      </Card>
      {due > 1 ? <TasksOnDate id={id} place={place} /> : null}
      {due > 2 && canTellMeetings ? <OwnMeetings id={id} place={place} /> : null}
    </section>
  );
}

function nameInList(id: string): HTMLElement | null {
  return document.querySelector(`[data-secretary="${CSS.escape(id)}"]`);
}

const meetingsTitle = 'Встречи по дням';

/** The secretary's meetings on each day of a period. */
function OwnMeetings({ id, place }: { id: string; place: SecretariesPlace }) {
  const navigate = useNavigate();
  const addressOf = useFigureAddress();
  const { first, last } = place.period.range;
  const daysOfPeriod = { since: toDayValue(first), until: toDayValue(last) };
  const query = useQuery(secretaryMeetingsQuery(id, place.period.range));
  const change = (period: Period, replace = false) =>
    void navigate(secretariesAddress({ ...place, period }), { replace, preventScrollReset: true });
  return (
    <Card title={meetingsTitle} level={3}>
      <div className={styles.range}>
        <PeriodSwitch period={place.period} onChange={change} />
      </div>
      <QueryView query={query} skeleton={<Skeleton width="100%" height={160} />}>
        {(days) => (
          <>
            <p className={styles.words}>
              <MeetingWords days={days} to={addressOf('meetings', { secretary: id, ...daysOfPeriod })} />
            </p>
            <MeetingBars
              label={meetingsTitle}
              days={days}
              linkOf={(date) => addressOf('meetings', { secretary: id, since: date, until: date })}
            />
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** The secretary's tasks by status on a day: today, or the day in the address. */
function TasksOnDate({ id, place }: { id: string; place: SecretariesPlace }) {
  const navigate = useNavigate();
  const today = toDayValue(new Date());
  const [day, setDay] = useState<string | null>(place.day ?? today);
  const isDay = isWholeDay(day);
  const addressOf = useFigureAddress();
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
          {(counts) => (
            <TaskCounts counts={counts} linkOf={(key) => addressOf(key, { secretary: id, on: day ?? '' })} />
          )}
        </QueryView>
      ) : null}
    </Card>
  );
}
