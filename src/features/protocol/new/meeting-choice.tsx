import type { QueryClient } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { knownMeeting, meetingListQuery, useMeetings } from '#src/data/meeting/index.ts';
import { formatMoment, toDayValue } from '#src/format/index.ts';
import { SelectField } from '#src/ui/index.ts';

interface MeetingChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'value' | 'onChange'> {
  value: string;
  onChange: (id: string, meeting: Meeting | undefined) => void;
}

/** Select of the person's own meetings around today; an older meeting that is already chosen stays. */
export function MeetingChoice({ value, onChange, ...rest }: MeetingChoiceProps) {
  const { meetings, isLoading, isError } = useNearMeetings();
  const isListed = meetings.some(({ id }) => id === value);
  const hint = isError ? { hint: 'Список встреч не загрузился. Протокол можно сделать и без встречи.' } : {};
  return (
    <SelectField
      {...rest}
      {...hint}
      label="Встреча"
      value={value}
      onChange={({ currentTarget }) => {
        const id = currentTarget.value;
        onChange(
          id,
          meetings.find((meeting) => meeting.id === id),
        );
      }}
    >
      <option value="">{isLoading ? 'Загрузка...' : 'Не из встречи'}</option>
      {value && !isListed ? <option value={value}>Выбранная встреча</option> : null}
      {meetings.map((meeting) => (
        <option key={meeting.id} value={meeting.id}>
          {[meeting.title || 'Встреча без названия', formatMoment(meeting.start_at)].filter(Boolean).join(' — ')}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Returns the person's own meetings from two months back to one ahead, with unsent ones, the latest first. Where no
 * meetings were ever read, only the unsent ones are returned.
 */
function useNearMeetings() {
  const { query, unread } = useMeetings(...daysAround(60, 31));
  const { data, isLoading, isError } = query;
  const meetings = useMemo(() => latestFirst(data ?? unread ?? []), [data, unread]);
  return { meetings, isLoading, isError };
}

/**
 * Days before and after today: around today, then older, then further ahead. A server answers for about a year at most.
 */
const ranges = [
  [60, 31],
  [425, -61],
  [-32, 396],
] as const;

/** Finds a meeting by its id, on the device or in the lists: the API has no call for a single one. */
export async function findMeeting(client: QueryClient, id: string): Promise<Meeting | undefined> {
  const known = knownMeeting(client, id);
  if (known) return known;
  for (const [before, after] of ranges) {
    const meetings = await client.fetchQuery(meetingListQuery(...daysAround(before, after)));
    const found = meetings.find((meeting) => meeting.id === id);
    if (found) return found;
  }
  return undefined;
}

function daysAround(daysBefore: number, daysAfter: number): [start: string, end: string] {
  const day = (offset: number) => {
    const date = new Date();
    date.setDate(date.getDate() + offset);
    return toDayValue(date);
  };
  return [day(-daysBefore), day(daysAfter)];
}

function latestFirst(meetings: readonly Meeting[]): Meeting[] {
  return meetings.toSorted((one, other) => (other.start_at ?? '').localeCompare(one.start_at ?? ''));
}
