import type * as z from 'zod/mini';
import { type Meeting, meeting as meetingSchema, type meetingUpdate } from '#contract/meeting.ts';

export type MeetingUpdate = z.output<typeof meetingUpdate>;
const editable = ['title', 'description', 'place', 'link', 'start_at', 'end_at', 'participant_ids'] as const;

/**
 * All that PUT /meetings/{id} can say of a meeting, for a provider that may take the body for the whole. Fields that this
 * version does not know go back as they came.
 */
export function wholeMeeting(base: Meeting): MeetingUpdate {
  const known = editable.flatMap((name) => {
    const value = base[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const unknown = Object.entries(base).filter(([name]) => !(name in meetingSchema.shape));
  return Object.fromEntries([...unknown, ...known]);
}
