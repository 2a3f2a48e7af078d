import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { isOver, meetingDays, meetingTitle } from '#src/data/meeting/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { counted, formatClock, formatMoment, listedName, readDate } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { classNames, Skeleton } from '#src/ui/index.ts';
import styles from './day-plan.module.css';
import { LeadMeeting, ProtocolLink, useTodayLead } from './lead-meeting.tsx';

interface DayMeetingsProps {
  query: UseQueryResult<Optimistic<Meeting>[]>;
  /** The known meetings while the list cannot be read; the unsent ones among them. */
  unread: Optimistic<Meeting>[] | undefined;
  /** YYYY-MM-DD. */
  day: string;
  isToday: boolean;
}

/** Maximum number of rows, about a working day; the rest is left to the calendar. */
const maxShown = 6;

/** Meetings of one day, each with a link to its protocol; today the running or next meeting is shown first. */
export function DayMeetings({ query, unread, day, isToday }: DayMeetingsProps) {
  const { lead: next, now } = useTodayLead();
  const content = (meetings: Optimistic<Meeting>[]) => {
    const all = meetings.filter((meeting) => meetingDays(meeting).includes(day)).sort(byStart);
    if (all.length === 0) return <NoMeetings day={day} next={nextAfter(meetings, day)} />;
    const lead = isToday ? all.find(({ id }) => id === next?.id) : undefined;
    const rows = all.filter((meeting) => meeting !== lead);
    const shown = rows.slice(0, maxShown);
    return (
      <>
        <ul className={styles.meetings} aria-label="Встречи дня">
          {lead ? <LeadMeeting meeting={lead} day={day} now={now} /> : null}
          {shown.map((meeting) => (
            <DayMeeting key={meeting.id} meeting={meeting} day={day} isPast={isToday && isOver(meeting, now)} />
          ))}
        </ul>
        {rows.length > shown.length ? (
          <Link to={`/main/meetings?view=day&date=${day}`} className={styles.more}>
            {`Ещё ${counted(rows.length - shown.length, 'встреча', 'встречи', 'встреч')}`}
          </Link>
        ) : null}
        {isToday && !lead ? <NextMeeting meeting={nextAfter(meetings, day)} /> : null}
      </>
    );
  };
  if (unread?.some((meeting) => meetingDays(meeting).includes(day))) return content(unread);
  return (
    <QueryView query={query} skeleton={<PartSkeleton />}>
      {content}
    </QueryView>
  );
}

function DayMeeting({ meeting, day, isPast }: { meeting: Optimistic<Meeting>; day: string; isPast: boolean }) {
  const { id, place, start_at, unsent } = meeting;
  // A meeting that began on another day, or of which only the day is known, shows no time here.
  const hasHour = (start_at?.length ?? 0) > 10 && meetingDays(meeting)[0] === day;
  return (
    <li className={classNames(styles.meeting, isPast && styles.past)}>
      <span className={styles.time}>{hasHour ? formatClock(start_at) : 'Весь день'}</span>
      <div className={styles.what}>
        <Link to={`/main/meetings?date=${day}&meeting=${encodeURIComponent(id)}`} className={styles.name} dir="auto">
          {listedName(meetingTitle(meeting))}
        </Link>
        {place ? (
          <span dir="auto" className={styles.place}>
            {place}
          </span>
        ) : null}
        <UnsentMark unsent={unsent} />
      </div>
      <ProtocolLink meeting={meeting} className={styles.protocol} />
    </li>
  );
}

function NoMeetings({ day, next }: { day: string; next: Meeting | undefined }) {
  return (
    <div className={styles.nothing}>
      <p>
        Встреч в этот день нет. <Link to={`/main/meetings?date=${day}&new=${day}`}>Назначить встречу</Link>
      </p>
      <NextMeeting meeting={next} />
    </div>
  );
}

function NextMeeting({ meeting }: { meeting: Meeting | undefined }) {
  if (!meeting) return null;
  return (
    <p className={styles.next}>
      Следующая&nbsp;— {formatMoment(meeting.start_at)}:{' '}
      <Link to={`/main/meetings?date=${meetingDays(meeting)[0]}&meeting=${encodeURIComponent(meeting.id)}`} dir="auto">
        {listedName(meetingTitle(meeting))}
      </Link>
    </p>
  );
}

/** Returns the first of these meetings that begins after a day. */
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
