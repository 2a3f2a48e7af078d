import type { Invitation, ListedPerson, Round } from './repository.ts';

/** What is to be told to whom. */
export type RoundPlan = {
  /** On the list, and never invited. */
  fresh: ListedPerson[];
  /** Invited, and to be told again: of a change, or because the last mail was refused. */
  updated: { person: ListedPerson; invitation: Invitation }[];
  /** Invited, and not on the list any more. */
  removed: Invitation[];
  /** Off the list too, but without a word: there is nothing to take back, or nobody who may be written to. */
  dropped: Invitation[];
  /** Whether the meeting has another time than the last round told. */
  isMoved: boolean;
  isOutdated: boolean;
  /** The invitations of those on the list. */
  invited: Map<ListedPerson, Invitation>;
};

type Known = {
  people: readonly ListedPerson[];
  invitations: readonly Invitation[];
  last: Pick<Round, 'content' | 'times'> | undefined;
  content: string;
  times: string;
  /** The secretary, who is told nothing. */
  organizer: { id: string; email: string };
};

/** Compares the list of a meeting, and what it is now, with what was told of it. */
export function planRound({ people: all, invitations, last, content, times, organizer }: Known): RoundPlan {
  const people = mailboxesOf(all, organizer.email);
  const isChanged = last !== undefined && last.content !== content;
  const invited = invitationsOf(people, invitations);
  const plan: RoundPlan = {
    fresh: [],
    updated: [],
    removed: [],
    dropped: [],
    isMoved: false,
    isOutdated: false,
    invited,
  };
  for (const person of people) {
    if (person.userId === organizer.id) continue;
    const invitation = invited.get(person);
    // A blocked account is neither written to nor taken off the list.
    if (person.isBlocked) continue;
    if (!invitation) plan.fresh.push(person);
    else if (isChanged || invitation.mailState === 'failed' || invitation.email !== person.email)
      plan.updated.push({ person, invitation });
  }
  const kept = new Set(invited.values());
  const mailboxes = new Set(people.map(({ email }) => email));
  for (const invitation of invitations.filter((each) => !kept.has(each))) {
    const isSilent = isUnheard(invitation) || invitation.isBlocked || mailboxes.has(invitation.email);
    (isSilent ? plan.dropped : plan.removed).push(invitation);
  }
  plan.isMoved = last !== undefined && last.times !== times;
  plan.isOutdated = plan.fresh.length + plan.updated.length + plan.removed.length + plan.dropped.length > 0;
  return plan;
}

type Told = {
  /** Whether the meeting has another time than the last round told, and whether anything of it is another. */
  isMoved: boolean;
  isChanged: boolean;
  times: string;
};

/** What the next mail to somebody tells: the first that arrives invites; who missed the last one is told what that would have. */
export function mailKindOf(
  invitation: Invitation,
  { isMoved, isChanged, times }: Told,
): 'invitation' | 'change' | 'move' {
  if (isUnheard(invitation)) return 'invitation';
  const { mailState, earlierTimes, previousAnswer } = invitation;
  const isMissed = mailState === 'failed' || mailState === 'waiting';
  const wasMoved = isMissed && (previousAnswer !== null || (earlierTimes !== null && earlierTimes !== times));
  if (isMoved || wasMoved) return 'move';
  // To another address.
  return isMissed || isChanged ? 'change' : 'invitation';
}

/** One mail goes to one mailbox: a guest under the e-mail of a participant or of the organizer is that person. */
function mailboxesOf(people: readonly ListedPerson[], organizerEmail: string): ListedPerson[] {
  const users = new Set(people.filter(({ userId }) => userId !== null).map(({ email }) => email)).add(organizerEmail);
  return people.filter(({ userId, email }) => userId !== null || !users.has(email));
}

/**
 * The invitation of each person: their own, else what was told to the same mailbox. A guest who is listed anew, or has an
 * account by now, is the same reader of the same event, and keeps link and answer.
 */
function invitationsOf(people: readonly ListedPerson[], invitations: readonly Invitation[]) {
  const found = new Map<ListedPerson, Invitation>();
  const left = new Set(invitations);
  for (const isSame of [isInvitationOf, isSameMailbox]) {
    for (const person of people) {
      const invitation = found.has(person) ? undefined : [...left].find((each) => isSame(each, person));
      if (!invitation) continue;
      found.set(person, invitation);
      left.delete(invitation);
    }
  }
  return found;
}

type Reader = Pick<Invitation, 'userId' | 'guestId' | 'email'>;

/** A guest with another e-mail is somebody else: the link went to the first one. */
function isInvitationOf(invitation: Reader, { userId, guestId, email }: ListedPerson): boolean {
  if (userId !== null) return invitation.userId === userId;
  return invitation.guestId === guestId && invitation.email === email;
}

const isSameMailbox = (invitation: Reader, { email }: ListedPerson) => invitation.email === email;

/** Whether an invitation is of somebody on the list who may be written to. */
export function isListed(invitation: Reader, people: readonly ListedPerson[]): boolean {
  return people.some(
    (person) => !person.isBlocked && (isInvitationOf(invitation, person) || isSameMailbox(invitation, person)),
  );
}

/** Whether no mail about the meeting has ever reached this person, nor will one that is just being sent. */
export function isUnheard({ isFirstMail, mailState, isMailUnderWay }: Invitation): boolean {
  return isFirstMail && !isMailUnderWay && (mailState === 'failed' || mailState === 'waiting');
}
