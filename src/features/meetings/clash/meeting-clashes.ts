import type { Meeting } from '#contract/meetings/meeting.ts';
import { comparisonKey } from '#contract/text/comparison-key.ts';
import { readDate } from '#src/format/index.ts';

/** Fields of a planned meeting that can clash with other meetings. */
export interface PlannedMeeting {
  /** Id of the planned meeting, which does not clash with itself. */
  id: string;
  start_at: string | null;
  end_at: string | null;
  place: string;
  participantIds: readonly string[];
}

/** A meeting at the same time, and what both need at once. */
export interface MeetingClash {
  meeting: Meeting;
  /** Ids of the people who take part in both. */
  sharedIds: string[];
  isSamePlace: boolean;
}

/**
 * Returns the meetings that clash with the planned one, in their order; a meeting that ends when another begins does
 * not clash. Empty where the planned times are invalid.
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
  // A meeting without an end is treated as its start.
  return to && to > from ? from < end && to > start : from >= start && from < end;
}

function startOf({ start_at }: Meeting): number {
  return readDate(start_at)?.getTime() ?? 0;
}

function placeKey(place: string | null | undefined): string {
  return comparisonKey(place ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
