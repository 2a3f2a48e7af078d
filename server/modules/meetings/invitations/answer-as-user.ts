import type { OwnAnswer } from '#contract/participation/participation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import { answerFor, timesOf } from '../shared/invitation-answer.ts';
import { meetingFacts } from './meeting-facts.ts';
import { isListed } from './plan-round.ts';
import { findInvitationsOf, keepAnswer, listedPeople } from './repository.ts';

/**
 * Stores the answer of a person with an account, by the same rules as the link in the mail.
 * @throws Problem 404 without an invitation; 409 once the meeting has begun, or if it was moved since it was shown
 */
export async function answerAsUser(
  db: Db,
  { userId, meetingId }: { userId: string; meetingId: string },
  { answer, deputy, note, start_at, end_at }: OwnAnswer,
  now: Date,
): Promise<void> {
  const invitation = (await findInvitationsOf(db, userId, [meetingId])).get(meetingId);
  if (!invitation || !isListed(invitation, await listedPeople(db, meetingId)))
    throw notFound('Приглашения на эту встречу больше нет');
  const { meeting } = await meetingFacts(db, meetingId);
  if (now >= meeting.startAt) throw new Problem('meeting_began', 'Встреча уже началась или прошла: ответить нельзя');
  const shown = start_at && end_at && timesOf({ startAt: new Date(start_at), endAt: new Date(end_at) });
  if (shown && shown !== timesOf(meeting))
    throw new Problem('meeting_moved', 'Встречу перенесли. Посмотрите новое время и ответьте ещё раз');
  const given = { answer, deputy: answer === 'deputy' ? (deputy ?? null) : null };
  // A note on another answer, or on another time of the meeting, does not apply to this answer.
  const isSame = answerFor(invitation, timesOf(meeting)).answer === answer;
  const kept = { ...given, note: note === undefined && isSame ? invitation.note : note || null };
  await keepAnswer(db, invitation.id, kept, { now, times: timesOf(meeting) });
}
