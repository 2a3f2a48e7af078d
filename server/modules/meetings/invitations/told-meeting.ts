import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/db/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { type Change, listChange, timeChange, valueChange } from './change-words.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import type { InvitationRow } from './repository.ts';
import { findTold, type ToldMeeting } from './round-repository.ts';

/** What a round told of a meeting; a round of an earlier release kept the times alone. */
export type Told = { times: string; told: ToldMeeting | null };

/** Returns what a round keeps of a meeting, to say later what was changed. */
export function toldMeeting({ meeting, agenda, description }: MeetingFacts): ToldMeeting {
  return {
    ...{ title: meeting.title.trim(), place: meeting.place?.trim() ?? '', link: meeting.link?.trim() ?? '' },
    description: digestOf(description),
    agenda,
    files: meeting.files.map(({ id, name }) => ({ id, name })),
  };
}

/** Returns what of a meeting differs from what was told, in the order of the mail. */
export function changesSince({ times, told }: Told, facts: MeetingFacts, zone: string): Change[] {
  const [startAt = '', endAt = ''] = times.split('/');
  const earlier = { startAt: new Date(startAt), endAt: new Date(endAt) };
  const moved = times === timesOf(facts.meeting) ? undefined : timeChange(earlier, facts.meeting, zone);
  const now = toldMeeting(facts);
  const was = told ?? now;
  const isDescribed = was.description !== now.description;
  return [
    valueChange('title', was.title, now.title),
    moved,
    valueChange('place', was.place, now.place),
    valueChange('link', was.link, now.link),
    listChange('agenda', was.agenda, now.agenda),
    isDescribed ? ({ field: 'description' } as const) : undefined,
    filesChange(was.files, now.files),
  ].flatMap((change) => change ?? []);
}

/**
 * Returns what was changed since the mail before the last that arrived: nothing where the person has answered the last
 * one. The facts may be newer than all mails.
 */
export async function changesFor(
  db: Db,
  invitation: InvitationRow,
  facts: MeetingFacts,
  zone: string,
): Promise<Change[]> {
  const { meetingId, sequence, heardSequence, answeredAt, createdAt } = invitation;
  const rounds = [sequence, sequence - 1, heardSequence ?? sequence].map((each) => ({ meetingId, sequence: each }));
  const told = new Map((await findTold(db, rounds)).map((round) => [round.sequence, round]));
  const last = told.get(sequence);
  const isAnswered = last && answeredAt && answeredAt > last.createdAt;
  // A server of the version before leaves the number that the round before has written, or none.
  const isByFormerServer = last?.told === null && createdAt < last.createdAt;
  const heard = isByFormerServer ? sequence - 1 : (heardSequence ?? sequence);
  const before = isAnswered ? last : told.get(heard);
  return before ? changesSince(before, facts, zone) : [];
}

/** A file of the same name under another id is another file. */
function filesChange(was: ToldMeeting['files'], now: ToldMeeting['files']): Change | undefined {
  const ids = (files: ToldMeeting['files']) => files.map(({ id }) => id).join(' ');
  if (ids(was) === ids(now)) return undefined;
  const names = (files: ToldMeeting['files']) => files.map(({ name }) => name);
  return listChange('files', names(was), names(now)) ?? { field: 'files' };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
