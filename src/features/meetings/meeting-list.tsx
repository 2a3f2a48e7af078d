import CalendarDays from 'lucide-react/icons/calendar-days';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { newProtocolAddress, protocolAddress } from '#contract/protocol-address.ts';
import { answersLine, meetingHours, meetingTitle, type ProtocolMark } from '#src/data/meeting/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { type DayRange, listedName, readDate, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, Button, Card, classNames, DataList, type DataRow, EmptyState, FigureLink } from '#src/ui/index.ts';
import { dayTitle } from './calendar/shown-range.ts';
import { markTone } from './facts/protocol-icon.tsx';
import { type MeetingFacts, useMeetingFacts } from './facts/use-meeting-facts.ts';
import styles from './meeting-list.module.css';

interface MeetingListProps {
  meetings: readonly Optimistic<Meeting>[];
  range: DayRange;
  /** Returns the address of a meeting. */
  addressOf: (id: string) => string;
  onCreate: () => void;
  /** Present where only the meetings of one body are shown. */
  onShowAll?: () => void;
}

/** Meetings of a range, day by day; those without a date come last. */
export function MeetingList({ meetings, range, addressOf, onCreate, onShowAll }: MeetingListProps) {
  const days = byDay(meetings, range);
  const coming = comingDay(days);
  const facts = useMeetingFacts();
  const start = useRef<HTMLHeadingElement>(null);
  // Scrolls past the days that are over. One frame later, because the router first scrolls to the top or restores the
  // position.
  useEffect(() => {
    if (coming === undefined) return undefined;
    const frame = requestAnimationFrame(() => {
      if (scrollY === 0) start.current?.scrollIntoView?.({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [coming]);
  if (days.length === 0) {
    return (
      <Card bare>
        <EmptyState
          icon={CalendarDays}
          title="В этом месяце встреч нет"
          actions={
            <>
              <Button onClick={onCreate}>Назначить встречу</Button>
              {onShowAll ? (
                <Button variant="quiet" onClick={onShowAll}>
                  Показать все встречи
                </Button>
              ) : null}
            </>
          }
        >
          {onShowAll
            ? 'У выбранной комиссии или отдела их нет; у других они могут быть.'
            : 'Назначьте встречу, и она появится здесь и на главной странице.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div>
      {days.map(([day, rows]) => (
        <DayOfMeetings
          key={day}
          day={day}
          heading={day === coming ? start : undefined}
          meetings={rows}
          facts={facts}
          addressOf={({ id }) => addressOf(id)}
        />
      ))}
    </div>
  );
}

interface DayOfMeetingsProps {
  /** Its name. */
  day: string;
  heading?: RefObject<HTMLHeadingElement | null> | undefined;
  meetings: readonly Optimistic<Meeting>[];
  facts: (meeting: Meeting) => MeetingFacts;
  addressOf: (meeting: Meeting) => string;
}

/** A day in the margin, its meetings beside it. */
export function DayOfMeetings({ day, heading, meetings, facts, addressOf }: DayOfMeetingsProps) {
  return (
    <section className={classNames(styles.day, dayClass(meetings))}>
      <h2 ref={heading} className={styles.name}>
        {day}
        {dayClass(meetings) === styles.today ? <span className={styles.word}>Сегодня</span> : null}
      </h2>
      <DataList label={day} rows={meetings.map((meeting) => rowOf(meeting, facts(meeting), addressOf(meeting)))} />
    </section>
  );
}

/** The first day that is not over, or the last one where all are, where others stand before it. */
function comingDay(days: readonly DayMeetings[], now = new Date()): string | undefined {
  const today = toDayValue(now);
  const dated = days.filter(([, [first]]) => readDate(first?.start_at) !== undefined);
  const next = dated.findIndex(([, [first]]) => toDayValue(readDate(first?.start_at) ?? now) >= today);
  const place = next < 0 ? dated.length - 1 : next;
  return place > 0 ? dated[place]?.[0] : undefined;
}

type DayMeetings = [day: string, meetings: Optimistic<Meeting>[]];

function byDay(meetings: readonly Optimistic<Meeting>[], { first, last }: DayRange): DayMeetings[] {
  const end = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const timed = meetings
    .flatMap((meeting) => {
      const start = readDate(meeting.start_at);
      return start ? [{ meeting, start, until: readDate(meeting.end_at) ?? start }] : [];
    })
    .filter(({ start, until }) => start < end && (until >= first || start >= first))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
  const undated = meetings.filter(({ start_at }) => !readDate(start_at));
  const days = Map.groupBy(timed, ({ start }) => dayTitle(start));
  return [
    ...[...days].map(([day, rows]): DayMeetings => [day, rows.map(({ meeting }) => meeting)]),
    ...(undated.length > 0 ? [['Без даты', [...undated]] as DayMeetings] : []),
  ];
}

/** Returns the class of a past day or of today, judged by its first meeting. */
function dayClass([first]: readonly Meeting[], now = new Date()): string | undefined {
  const start = readDate(first?.start_at);
  if (!start) return undefined;
  const [day, today] = [toDayValue(start), toDayValue(now)];
  if (day === today) return styles.today;
  return day < today ? styles.past : undefined;
}

function rowOf(meeting: Optimistic<Meeting>, { isPast, mark, body }: MeetingFacts, to: string): DataRow {
  const { id, place, invitations, series, unsent } = meeting;
  return {
    id,
    title: meetingTitle(meeting),
    to,
    lead: meetingHours(meeting) || undefined,
    note: [body, place, series && 'Повторяется'].filter(Boolean).join(' · ') || undefined,
    figure: invitations?.invited ? <FigureLink to={to}>{answersLine(invitations)}</FigureLink> : null,
    isQuiet: isPast,
    aside: (
      <>
        <UnsentMark unsent={unsent} />
        {mark ? <ProtocolOfMeeting meeting={meeting} mark={mark} /> : null}
      </>
    ),
  };
}

/** State of the protocol, with a link to it. */
function ProtocolOfMeeting({ meeting, mark }: { meeting: Meeting; mark: ProtocolMark }) {
  const { id, protocol_id } = meeting;
  const title = listedName(meetingTitle(meeting));
  const badge = <Badge tone={markTone(mark)}>{mark.words}</Badge>;
  if (protocol_id) {
    return (
      <Link
        to={protocolAddress(protocol_id)}
        aria-label={`${mark.words}, открыть: ${title}`}
        className={styles.protocol}
      >
        {badge}
      </Link>
    );
  }
  return (
    <span className={styles.protocol}>
      {badge}
      <Link to={newProtocolAddress('meeting', id)} aria-label={`Создать протокол: ${title}`}>
        Создать
      </Link>
    </span>
  );
}
