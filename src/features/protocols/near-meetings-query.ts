import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Meeting } from '#contract/meeting.ts';
import { toDayValue } from '#src/lib/dates.ts';
import { knownMeeting } from '#src/lib/queries/laid-meetings.ts';
import { meetingListQuery } from '#src/lib/queries/meetings.ts';

/** The own meetings of which a protocol may be made: two months back, one ahead, the latest first. */
export function nearMeetingsQuery() {
  return queryOptions({ ...rangeAround(60, 31), select: latestFirst });
}

/** Around today, then what is older, then what is further ahead: a server answers about a year at most. */
const ranges = [
  [60, 31],
  [425, -61],
  [-32, 396],
] as const;

/** One meeting by its id, which the API does not give apart: as the device has it, else looked for. */
export async function findMeeting(client: QueryClient, id: string): Promise<Meeting | undefined> {
  const known = knownMeeting(client, id);
  if (known) return known;
  for (const [before, after] of ranges) {
    const meetings = await client.fetchQuery(rangeAround(before, after));
    const found = meetings.find((meeting) => meeting.id === id);
    if (found) return found;
  }
  return undefined;
}

function rangeAround(daysBefore: number, daysAfter: number) {
  const day = (offset: number) => {
    const date = new Date();
    date.setDate(date.getDate() + offset);
    return toDayValue(date);
  };
  return meetingListQuery(day(-daysBefore), day(daysAfter));
}

function latestFirst(meetings: Meeting[]): Meeting[] {
  return meetings.toSorted((one, other) => (other.start_at ?? '').localeCompare(one.start_at ?? ''));
}
