import type { Db } from '#server/platform/db/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { contentDigest, factsOf, type MeetingFacts } from './meeting-facts.ts';
import { planRound, type RoundPlan } from './plan-round.ts';
import * as repository from './repository.ts';
import { carriedBy, lastRounds, type Round, sharedAmong } from './round-repository.ts';

/** A round that may be sent: the present facts of a meeting, and whom to tell what. */
export type ReadRound = {
  facts: MeetingFacts;
  people: repository.ListedPerson[];
  invitations: repository.Invitation[];
  last: Round | undefined;
  plan: RoundPlan;
  content: string;
  times: string;
};

/** Reads the rounds of these meetings, by start, in a few statements. */
export async function readRounds(db: Db, meetingIds: readonly string[]): Promise<ReadRound[]> {
  const meetings = await factsOf(db, meetingIds);
  const lists = await repository.listsOf(db, meetingIds);
  const open = await repository.openInvitations(db, meetingIds);
  const lasts = await lastRounds(db, meetingIds);
  const planned = (invitations: readonly repository.Invitation[]): ReadRound[] => {
    const byMeeting = Map.groupBy(invitations, ({ meetingId }) => meetingId);
    return meetings.map((facts) => {
      const { id } = facts.meeting;
      const own = { people: lists.get(id) ?? [], invitations: byMeeting.get(id) ?? [], last: lasts.get(id) };
      const now = { content: contentDigest(facts), times: timesOf(facts.meeting) };
      return { facts, ...own, ...now, plan: planRound({ ...own, ...now, organizer: facts.organizer }) };
    });
  };
  const rounds = planned(open);
  const noted = await withKeptMails(db, open, rounds.flatMap(toldOf));
  return noted === open ? rounds : planned(noted);
}

/** Returns the invitations whose last mail is replaced by a round. */
function toldOf({ plan }: ReadRound): repository.Invitation[] {
  return [...plan.updated.map(({ invitation }) => invitation), ...plan.removed, ...plan.dropped];
}

/**
 * Notes which waiting mails are kept: those that carry other invitations besides these, whose people would otherwise
 * not hear of the other meetings.
 * @param told invitations whose mails would be taken back
 * @returns the same list where there are none
 */
export async function withKeptMails(
  db: Db,
  invitations: readonly repository.Invitation[],
  told: readonly repository.Invitation[],
): Promise<readonly repository.Invitation[]> {
  const waiting = new Set(invitations.flatMap(({ mailId, mailState }) => (mailState === 'waiting' && mailId) || []));
  const shared = await sharedAmong(db, [...waiting]);
  if (shared.length === 0) return invitations;
  const ids = new Set(told.map(({ id }) => id));
  const carried = await carriedBy(db, shared);
  const kept = new Set(shared.filter((mailId) => (carried.get(mailId) ?? []).some((id) => !ids.has(id))));
  return invitations.map((each) => ({ ...each, isMailKept: each.mailId !== null && kept.has(each.mailId) }));
}
