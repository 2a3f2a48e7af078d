import type { Meeting } from '#contract/meeting.ts';
import { readDate } from '#src/format/index.ts';

/** What is planned: the fields of a form that can clash with other meetings. */
export interface PlannedMeeting {
  /** It does not clash with itself. */
  id: string;
  start_at: string | null;
  end_at: string | null;
  place: string;
  participantIds: readonly string[];
}

/** A meeting at the same time, with what both need at once. */
export interface MeetingClash {
  meeting: Meeting;
  /** The people who take part in both. */
  sharedIds: string[];
  isSamePlace: boolean;
}

/**
 * The meetings at the time of the planned one, in their order; one that ends when another begins does not clash. None
 * where the planned times make no sense.
 */
export function clashesOf(planned: PlannedMeeting, meetings: readonly Meeting[]): MeetingClash[] {
  const [start, end] = [readDate(planned.start_at), readDate(planned.end_at)];
  if (!start || !end || end <= start) return [];
  const others = new Map(meetings.filter(({ id }) => id !== planned.id).map((meeting) => [meeting.id, meeting]));
  return [...others.values()]
    .filter((meeting) => isDuring(meeting, start, end))
    .toSorted((one, other) => startOf(one) - startOf(other))
    .map((meeting) => ({
      meeting,
      sharedIds: planned.participantIds.filter((id) => meeting.participant_ids?.includes(id)),
      isSamePlace: placeKey(planned.place) !== '' && placeKey(planned.place) === placeKey(meeting.place),
    }));
}

function isDuring(meeting: Meeting, start: Date, end: Date): boolean {
  const from = readDate(meeting.start_at);
  if (!from) return false;
  const to = readDate(meeting.end_at);
  // A meeting without an end counts at its start.
  return to && to > from ? from < end && to > start : from >= start && from < end;
}

function startOf({ start_at }: Meeting): number {
  return readDate(start_at)?.getTime() ?? 0;
}

function placeKey(place: string | null | undefined): string {
  return (place ?? '')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
