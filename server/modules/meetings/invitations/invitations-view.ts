import { type InvitedPerson, invitationMailStates, type MeetingInvitations } from '#contract/invitation.ts';
import type { Db } from '#server/platform/db/index.ts';
import { answerFor, type Invitation, type ListedPerson } from './repository.ts';
import { readRound } from './send-round.ts';

/** Returns the invitations of a meeting in the form of the API: everybody on its list, in the order of the list. */
export async function invitationsView(db: Db, meetingId: string, now: Date): Promise<MeetingInvitations> {
  const { facts, people, last, plan, times } = await readRound(db, meetingId);
  const view = (person: ListedPerson) => {
    const invitation = plan.invited.get(person);
    return personView(person, invitation && answerFor(invitation, times), person.userId === facts.organizer.id);
  };
  return {
    people: people.map(view),
    sent_at: last?.createdAt.toISOString() ?? null,
    is_outdated: last !== undefined && plan.isOutdated && facts.meeting.endAt > now,
  };
}

function personView(
  { userId, guestId, name, email, isBlocked }: ListedPerson,
  invitation: Invitation | undefined,
  isOrganizer: boolean,
): InvitedPerson {
  const base = { user_id: userId, guest_id: guestId, name, email, is_organizer: isOrganizer };
  // The link of a person blocked since is invalid, so no answer will come.
  const blocked = isBlocked ? 'Учётная запись заблокирована' : null;
  if (!invitation) return { ...base, state: 'none', error: blocked };
  // A mail without a record has been sent, and its record deleted.
  const state = invitationMailStates.find((each) => each === invitation.mailState) ?? 'sent';
  return {
    ...base,
    state,
    error: state === 'failed' ? invitation.mailError : blocked,
    answer: invitation.answer,
    deputy: invitation.deputy,
    note: invitation.note,
    answered_at: invitation.answeredAt?.toISOString() ?? null,
    previous_answer: invitation.previousAnswer,
  };
}
