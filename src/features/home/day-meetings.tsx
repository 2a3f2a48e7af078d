import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Meeting } from '#contract/meeting.ts';
import { meetingDays, meetingTitle } from '#src/data/meeting/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatClock, formatMoment, listedName, readDate } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Skeleton } from '#src/ui/index.ts';
import styles from './day-plan.module.css';

interface DayMeetingsProps {
  query: UseQueryResult<Optimistic<Meeting>[]>;
  /** All that there is while nothing can be read. */
  unread: Optimistic<Meeting>[] | undefined;
  /** YYYY-MM-DD. */
  day: string;
}

/** The meetings of one day, each with the way to its protocol. */
export function DayMeetings({ query, unread, day }: DayMeetingsProps) {
  const content = (meetings: Optimistic<Meeting>[]) => {
    const rows = meetings.filter((meeting) => meetingDays(meeting).includes(day)).sort(byStart);
    if (rows.length === 0) return <NoMeetings day={day} next={nextAfter(meetings, day)} />;
    return (
      <ul className={styles.meetings} aria-label="Встречи дня">
        {rows.map((meeting) => (
          <DayMeeting key={meeting.id} meeting={meeting} day={day} />
        ))}
      </ul>
    );
  };
  if (unread?.some((meeting) => meetingDays(meeting).includes(day))) return content(unread);
  return (
    <QueryView query={query} skeleton={<PartSkeleton />}>
      {content}
    </QueryView>
  );
}

function DayMeeting({ meeting, day }: { meeting: Optimistic<Meeting>; day: string }) {
  const { id, place, start_at, protocol_id, unsent } = meeting;
  const title = listedName(meetingTitle(meeting));
  // One that began on another day, or of which only the day is known, has no hour here.
  const hasHour = (start_at?.length ?? 0) > 10 && meetingDays(meeting)[0] === day;
  return (
    <li className={styles.meeting}>
      <span className={styles.time}>{hasHour ? formatClock(start_at) : 'Весь день'}</span>
      <div className={styles.what}>
        <Link to={`/main/meetings?date=${day}&meeting=${encodeURIComponent(id)}`} className={styles.name} dir="auto">
          {title}
        </Link>
        {place ? (
          <span dir="auto" className={styles.place}>
            {place}
          </span>
        ) : null}
        <UnsentMark unsent={unsent} />
        {protocol_id ? (
          <Link
            to={`/main/protocols/${encodeURIComponent(protocol_id)}`}
            aria-label={`Открыть протокол: ${title}`}
            className={styles.protocol}
          >
            Открыть протокол
          </Link>
        ) : (
          <Link
            to={`/main/protocols/add?meeting=${encodeURIComponent(id)}`}
            aria-label={`Создать протокол: ${title}`}
            className={styles.protocol}
          >
            Создать протокол
          </Link>
        )}
      </div>
    </li>
  );
}

function NoMeetings({ day, next }: { day: string; next: Meeting | undefined }) {
  return (
    <div className={styles.nothing}>
      <p>
        Встреч в этот день нет. <Link to={`/main/meetings?date=${day}&new=${day}`}>Назначить встречу</Link>
      </p>
      {next ? (
        <p className={styles.next}>
          Следующая&nbsp;— {formatMoment(next.start_at)}:{' '}
          <Link to={`/main/meetings?date=${meetingDays(next)[0]}&meeting=${encodeURIComponent(next.id)}`} dir="auto">
            {listedName(meetingTitle(next))}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/** The first meeting that begins after a day, of those that were read. */
function nextAfter(meetings: Meeting[], day: string): Meeting | undefined {
  return meetings.filter((meeting) => (meetingDays(meeting)[0] ?? '') > day).sort(byStart)[0];
}

function byStart(one: Meeting, other: Meeting): number {
  return (readDate(one.start_at)?.getTime() ?? 0) - (readDate(other.start_at)?.getTime() ?? 0);
}

function PartSkeleton() {
  return (
    <div className={styles.skeletonRows} role="status" aria-label="Загрузка...">
      {['70%', '54%', '62%'].map((width) => (
        <Skeleton key={width} width={width} height={20} />
      ))}
    </div>
  );
}
