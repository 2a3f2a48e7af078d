import type * as z from 'zod/mini';
import { type Meeting, meeting as meetingSchema, type meetingUpdate } from '#contract/meeting.ts';

export type MeetingUpdate = z.output<typeof meetingUpdate>;
const editable = ['title', 'description', 'place', 'link', 'start_at', 'end_at', 'participant_ids'] as const;

/**
 * What PUT /meetings/{id} sends. Fields that this version does not know go back as they came. Our server keeps what is not
 * named; another may take the body for the whole, and gets all that is known.
 */
export function meetingBody(base: Meeting, change: MeetingUpdate, isOurs: boolean): MeetingUpdate {
  if (isOurs) return change;
  const known = editable.flatMap((name) => {
    const value = base[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const unknown = Object.entries(base).filter(([name]) => !(name in meetingSchema.shape));
  return { ...Object.fromEntries([...unknown, ...known]), ...change };
}
