import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { Meeting } from '#contract/meetings/meeting.ts';
import {
  type HeldFilter,
  heldAddress,
  heldMeetingsQuery,
  meetingChoiceWords,
  meetingCollection,
  meetingDays,
  uncountedDays,
} from '#src/data/meeting/index.ts';
import { uncountedWords } from '#src/data/statistics/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { MeetingsTabs } from '#src/features/tabs/index.ts';
import { formatNumber, rangeWords, readDate, readDayValue } from '#src/format/index.ts';
import { applyToList, type Optimistic, type OutboxRow, useQueuedMutations } from '#src/sync/index.ts';
import {
  ButtonLink,
  Card,
  EmptyState,
  type FilterChip,
  FilterChips,
  focusWhenLost,
  PageHeader,
  Pagination,
  Screen,
  ScreenBody,
} from '#src/ui/index.ts';
import { dayTitle } from './calendar/shown-range.ts';
import { useMeetingFacts } from './facts/use-meeting-facts.ts';
import styles from './held-meetings-screen.module.css';
import { DayOfMeetings } from './meeting-list.tsx';

const titles: Record<HeldFilter['list'], string> = {
  all: 'Все встречи',
  coming: 'Встречи впереди',
  unrecorded: 'Встречи без протокола',
};

/** /main/meetings?list=…: pages of the meetings that a figure counts, with their filters and a link to the calendar. */
export function HeldMeetingsScreen({ place }: { place: HeldFilter }) {
  const { list, since, until, page = 1 } = place;
  const query = useQuery(heldMeetingsQuery({ page, since, until, ...(list === 'all' ? {} : { only: list }) }));
  const isFollowed = useNavigationType() === 'PUSH';
  useEffect(() => {
    // The link that led here was removed with its screen.
    if (isFollowed) focusWhenLost(() => document.querySelector('h1'));
  }, [isFollowed]);
  const queued = useQueuedMutations();
  const isUncounted = [...uncountedDays(queued)].some((day) => (!since || day >= since) && (!until || day <= until));
  const { data, isPlaceholderData } = query;
  const isWhole = page === 1 && !data?.meta.has_next;
  const total = isPlaceholderData ? undefined : data?.meta.total;
  return (
    <Screen>
      <PageHeader
        title="Встречи"
        actions={
          <ButtonLink icon={CalendarDays} to="/main/meetings">
            К календарю
          </ButtonLink>
        }
      />
      <MeetingsTabs />
      <ConnectionBanner shownAt={data && !isPlaceholderData ? query.dataUpdatedAt : undefined} />
      <div className={styles.head}>
        <h2 aria-live="polite">
          {titles[list]}
          {total === undefined ? null : `: ${formatNumber(total)}`}
        </h2>
        <FilterChips chips={chipsOf(place)} />
      </div>
      {isUncounted && data ? <p className={styles.uncounted}>{uncountedWords}</p> : null}
      <ScreenBody>
        <QueryView query={query}>
          {({ rows }) => {
            const meetings = withUnsent(rows, queued, list);
            return meetings.length > 0 ? <Days meetings={meetings} /> : <Nothing place={place} isWhole={isWhole} />;
          }}
        </QueryView>
        <Pagination of={data} href={(next) => heldAddress({ ...place, page: next })} />
      </ScreenBody>
    </Screen>
  );
}

/** Applies queued mutations to the meetings of a page; the server decides which others are on it. */
function withUnsent(
  rows: readonly Meeting[],
  queued: readonly OutboxRow[],
  list: HeldFilter['list'],
): Optimistic<Meeting>[] {
  const listed = new Set(rows.map(({ id }) => id));
  const meetings = applyToList(meetingCollection, rows, queued).filter(({ id }) => listed.has(id));
  if (!meetings.some(({ unsent }) => unsent)) return meetings;
  // One that was moved has another place, in the order of the server.
  const begins = ({ start_at }: Meeting) => readDate(start_at)?.getTime() ?? 0;
  return meetings.sort((one, other) => (begins(one) - begins(other)) * (list === 'coming' ? 1 : -1));
}

/** Returns the active filters, each with a link that removes it. */
function chipsOf(place: HeldFilter): FilterChip[] {
  const { list, since, until } = place;
  const [first, last] = [readDayValue(since), readDayValue(until)];
  const without = (change: Partial<HeldFilter>) => heldAddress({ ...place, page: 1, ...change });
  return [
    ...(list === 'all' ? [] : [{ words: meetingChoiceWords[list], to: without({ list: 'all' }) }]),
    ...(first && last
      ? [{ words: `Дни: ${rangeWords({ first, last })}`, to: without({ since: undefined, until: undefined }) }]
      : []),
  ];
}

/** Renders the meetings by day in the order of the list: past ones newest first, coming ones next first. */
function Days({ meetings }: { meetings: readonly Optimistic<Meeting>[] }) {
  const facts = useMeetingFacts();
  const days = Map.groupBy(meetings, ({ start_at }) => dayTitle(readDate(start_at) ?? new Date(0)));
  return (
    <div>
      {[...days].map(([day, rows]) => (
        <DayOfMeetings key={day} day={day} meetings={rows} facts={facts} addressOf={meetingAddress} />
      ))}
    </div>
  );
}

function meetingAddress(meeting: Meeting): string {
  const [day = ''] = meetingDays(meeting);
  return `/main/meetings?date=${day}&meeting=${encodeURIComponent(meeting.id)}`;
}

/** @param isWhole whether the list has no other pages */
function Nothing({ place: { list, since, until }, isWhole }: { place: HeldFilter; isWhole: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={SearchX}
        title={isWhole ? 'Таких встреч нет' : 'На этой странице ничего нет'}
        actions={
          list === 'all' && isWhole ? undefined : (
            <ButtonLink to={heldAddress({ list: 'all' })}>Показать все встречи</ButtonLink>
          )
        }
      >
        {isWhole ? whyNothing(list, Boolean(since ?? until)) : null}
      </EmptyState>
    </Card>
  );
}

function whyNothing(list: HeldFilter['list'], isOfDays: boolean): string {
  if (list === 'unrecorded')
    return isOfDays ? 'За эти дни нет прошедших встреч без протокола.' : 'Прошедших встреч без протокола нет.';
  return isOfDays ? 'На эти дни встреч не назначено.' : 'Назначьте встречу в календаре.';
}
