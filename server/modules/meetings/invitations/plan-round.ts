import type { Invitation, ListedPerson, Round } from './repository.ts';

/** What is to be told to whom. */
export type RoundPlan = {
  /** On the list, and never invited. */
  fresh: ListedPerson[];
  /** Invited, and to be told again: of a change, or because the last mail was refused. */
  told: { person: ListedPerson; invitation: Invitation }[];
  /** Invited, and not on the list any more. */
  removed: Invitation[];
  /** Off the list too, but without a word: there is nothing to take back. */
  dropped: Invitation[];
  /** Whether the meeting has another time than the last round told. */
  isMoved: boolean;
  isOutdated: boolean;
};

type Known = {
  people: readonly ListedPerson[];
  invitations: readonly Invitation[];
  last: Pick<Round, 'content' | 'times'> | undefined;
  content: string;
  times: string;
  /** The secretary, who is told nothing. */
  organizerId: string;
};

/** Compares the list of a meeting, and what it is now, with what was told of it. */
export function planRound({ people, invitations, last, content, times, organizerId }: Known): RoundPlan {
  const isChanged = last !== undefined && last.content !== content;
  const left = new Set(invitations);
  const plan: RoundPlan = { fresh: [], told: [], removed: [], dropped: [], isMoved: false, isOutdated: false };
  for (const person of people) {
    if (person.userId === organizerId) continue;
    const invitation = invitations.find((each) => isInvitationOf(each, person));
    if (invitation) left.delete(invitation);
    // A blocked account is neither written to nor taken off the list.
    if (person.isBlocked) continue;
    if (!invitation) plan.fresh.push(person);
    else if (isChanged || invitation.mailState === 'failed' || invitation.email !== person.email)
      plan.told.push({ person, invitation });
  }
  for (const invitation of left) (isUnheard(invitation) ? plan.dropped : plan.removed).push(invitation);
  plan.isMoved = last !== undefined && last.times !== times;
  plan.isOutdated = plan.fresh.length + plan.told.length + plan.removed.length + plan.dropped.length > 0;
  return plan;
}

/** A guest with another e-mail is somebody else: the link went to the first one. */
export function isInvitationOf(
  invitation: Pick<Invitation, 'userId' | 'guestId' | 'email'>,
  { userId, guestId, email }: Pick<ListedPerson, 'userId' | 'guestId' | 'email'>,
): boolean {
  if (userId !== null) return invitation.userId === userId;
  return invitation.guestId === guestId && invitation.email === email;
}

/** Whether no mail about the meeting has ever reached this person. */
export function isUnheard({ isFirstMail, mailState }: Invitation): boolean {
  return isFirstMail && (mailState === 'failed' || mailState === 'waiting');
}
