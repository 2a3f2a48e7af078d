import type * as z from 'zod/mini';
import { type Meeting, meeting as meetingSchema, type meetingUpdate } from '#contract/meetings/meeting.ts';

export type MeetingUpdate = z.output<typeof meetingUpdate>;
const editable = ['title', 'description', 'place', 'link', 'start_at', 'end_at', 'participant_ids'] as const;

/**
 * Returns all fields of a meeting that PUT /meetings/{id} takes, for a provider that may treat the body as the whole
 * meeting. Fields unknown to this version are sent back unchanged.
 */
export function wholeMeeting(base: Meeting): MeetingUpdate {
  const known = editable.flatMap((name) => {
    const value = base[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  const unknown = Object.entries(base).filter(([name]) => !(name in meetingSchema.shape));
  return Object.fromEntries([...unknown, ...known]);
}

/** Returns the meeting after a change of fields and the removal of files; new files come with the server's answer. */
export function changedMeeting<T extends Meeting>(meeting: T, { remove_file_ids, ...change }: MeetingUpdate): T {
  const files = remove_file_ids
    ? { files: meeting.files?.filter(({ id }) => !remove_file_ids.includes(id)) }
    : undefined;
  return { ...meeting, ...change, ...files };
}

/** Returns `own_fields` after a change of one meeting, as the server records them: changes of its series skip these. */
export function ownFieldsAfter(meeting: Meeting, change: MeetingUpdate): string[] {
  const isOther = (name: 'title' | 'description' | 'place' | 'link' | 'body_id') =>
    change[name] !== undefined && (change[name] || null) !== (meeting[name] ?? null);
  const isMoved = (name: 'start_at' | 'end_at') =>
    change[name] !== undefined && Date.parse(change[name] ?? '') !== Date.parse(meeting[name] ?? '');
  const changed = [
    ...(['title', 'description', 'place', 'link', 'body_id'] as const).filter(isOther),
    ...(isMoved('start_at') || isMoved('end_at') ? ['times'] : []),
    ...(['participant_ids', 'guests'] as const).filter((name) => change[name] !== undefined),
  ];
  return [...new Set([...(meeting.own_fields ?? []), ...changed])];
}
