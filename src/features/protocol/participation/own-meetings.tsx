import CalendarDays from 'lucide-react/icons/calendar-days';
import Video from 'lucide-react/icons/video';
import { lazy, Suspense, useState } from 'react';
import { answerWords } from '#contract/meetings/invitation.ts';
import type { OwnMeeting } from '#contract/participation/participation.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { meetingHours, meetingTitle, openableLink } from '#src/data/meeting/index.ts';
import { useOwnMeetings } from '#src/data/participation/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { FileList } from '#src/features/files/index.ts';
import { counted, formatDayInWeek, readDate, shortName, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { buttonClass, Card, DetailsSummary, EmptyState, Icon, layout, useToday } from '#src/ui/index.ts';
import { OwnTaskSkeleton } from './own-task-item.tsx';
import styles from './participation.module.css';

const OwnAnswer = lazy(async () => ({ default: (await import('./own-answer.tsx')).OwnAnswer }));

/** «Мои встречи»: upcoming meetings day by day, and past ones. */
export function OwnMeetings() {
  const today = useToday();
  // The same all day: a meeting that begins would take away the answer that is being typed.
  const [judged, setJudged] = useState(() => ({ today, now: new Date() }));
  if (judged.today !== today) setJudged({ today, now: new Date() });
  const { now } = judged;
  const query = useOwnMeetings(now);
  return (
    <QueryView query={query} skeleton={<OwnTaskSkeleton />}>
      {(meetings) => {
        const isPast = ({ start_at, end_at }: OwnMeeting) => (readDate(end_at) ?? readDate(start_at) ?? now) < now;
        const past = meetings.filter(isPast).reverse();
        const coming = meetings.filter((meeting) => !isPast(meeting));
        return (
          <div className={layout.stack(5)}>
            {coming.length > 0 ? (
              <MeetingDays label="Предстоящие встречи" meetings={coming} now={now} />
            ) : (
              <Card bare>
                <EmptyState icon={CalendarDays} title="Предстоящих встреч нет">
                  Когда секретарь добавит вас в участники встречи, она появится здесь: время, место, ссылка и файлы.
                </EmptyState>
              </Card>
            )}
            {past.length > 0 ? (
              <details>
                <DetailsSummary>Прошедшие: {counted(past.length, 'встреча', 'встречи', 'встреч')}</DetailsSummary>
                <div className={styles.more}>
                  <MeetingDays label="Прошедшие встречи" meetings={past} now={now} />
                </div>
              </details>
            ) : null}
          </div>
        );
      }}
    </QueryView>
  );
}

interface MeetingDaysProps {
  label: string;
  meetings: readonly Optimistic<OwnMeeting>[];
  now: Date;
}

function MeetingDays({ label, meetings, now }: MeetingDaysProps) {
  const days = Map.groupBy(meetings, ({ start_at }) => {
    const start = readDate(start_at);
    return start ? toDayValue(start) : '';
  });
  return (
    <section aria-label={label}>
      {[...days].map(([day, rows]) => (
        <div key={day} className={styles.day}>
          <h2 className={styles.dayName}>{dayWords(rows[0])}</h2>
          <ul aria-label={dayWords(rows[0])}>
            {rows.map((meeting) => (
              <MeetingItem key={meeting.id} meeting={meeting} listed={meetings} now={now} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function dayWords(meeting: OwnMeeting | undefined): string {
  const start = readDate(meeting?.start_at);
  if (!start) return 'Без даты';
  const year = start.getFullYear() === new Date().getFullYear() ? '' : ` ${start.getFullYear()} г.`;
  return `${capitalized(formatDayInWeek(start))}${year}`;
}

function isAhead({ start_at }: OwnMeeting, now: Date): boolean {
  return now < (readDate(start_at) ?? now);
}

/** Returns the other meetings of the same series that can be answered. */
function othersOf(meeting: OwnMeeting, listed: readonly Optimistic<OwnMeeting>[], now: Date) {
  const id = meeting.series?.id;
  if (!id) return [];
  return listed.filter(
    (other) => other.series?.id === id && other.id !== meeting.id && other.invitation && isAhead(other, now),
  );
}

interface MeetingItemProps {
  meeting: Optimistic<OwnMeeting>;
  /** The meetings of the same list, among which those of its series are found. */
  listed: readonly Optimistic<OwnMeeting>[];
  now: Date;
}

function MeetingItem({ meeting, listed, now }: MeetingItemProps) {
  const { place, link, description, files, organizer_name, participants, invitation } = meeting;
  const isOpen = isAhead(meeting, now);
  const address = openableLink(link);
  const facts = [place, organizer_name ? `созывает ${shortName(organizer_name)}` : undefined].filter(Boolean);
  const names = (participants ?? []).flatMap(({ name }) => (name ? shortName(name) : []));
  return (
    <li className={styles.meeting}>
      <span className={styles.when}>{meetingHours(meeting)}</span>
      <div className={styles.main}>
        <p dir="auto" className={styles.title}>
          {meetingTitle(meeting)}
        </p>
        {facts.length > 0 ? (
          <p dir="auto" className={styles.note}>
            {facts.join(' · ')}
          </p>
        ) : null}
        {link && !address ? (
          <p dir="auto" className={styles.note}>
            {link}
          </p>
        ) : null}
        {invitation && isOpen ? (
          <Suspense fallback={null}>
            <OwnAnswer meeting={meeting} others={othersOf(meeting, listed, now)} />
          </Suspense>
        ) : invitation?.answer ? (
          <p className={styles.note}>Вы ответили: {answerWords[invitation.answer].toLowerCase()}</p>
        ) : null}
        {names.length > 0 || description || files?.length ? (
          <details>
            <DetailsSummary className={styles.note}>Подробности</DetailsSummary>
            <div className={styles.more}>
              {description ? (
                <p dir="auto" className={styles.words}>
                  {description}
                </p>
              ) : null}
              {names.length > 0 ? <p className={styles.note}>Участники: {names.join(', ')}</p> : null}
              {files?.length ? (
                <FileList
                  label="Файлы встречи"
                  files={files.map(({ id, name, size, url }) => ({
                    key: id,
                    name: name || 'Файл без названия',
                    size,
                    url,
                  }))}
                />
              ) : null}
            </div>
          </details>
        ) : null}
      </div>
      {address ? (
        <a className={buttonClass({ size: 'small' })} href={address} target="_blank" rel="noreferrer">
          <Icon of={Video} size={16} />
          Подключиться
        </a>
      ) : null}
    </li>
  );
}
