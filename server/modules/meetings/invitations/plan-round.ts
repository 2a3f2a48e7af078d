import type { Invitation, ListedPerson } from './repository.ts';
import type { Round } from './round-repository.ts';

/** The mails of a round by their reason. */
export type RoundPlan = {
  /** People on the list who were never invited. */
  fresh: ListedPerson[];
  /**
   * Invited people who are mailed again: because they were told something else, because the last mail failed, or because
   * their address changed.
   */
  updated: { person: ListedPerson; invitation: Invitation }[];
  /** Invitations of people who are no longer on the list. */
  removed: Invitation[];
  /**
   * Invitations of people no longer on the list that end without a mail: there is nothing to take back, or they may not
   * be written to.
   */
  dropped: Invitation[];
  /** True if the meeting has another time than in the last round. */
  isMoved: boolean;
  isOutdated: boolean;
  /** Invitations of the people on the list. */
  invited: Map<ListedPerson, Invitation>;
};

type Known = {
  people: readonly ListedPerson[];
  invitations: readonly Invitation[];
  last: Pick<Round, 'times'> | undefined;
  content: string;
  times: string;
  /** The secretary, who receives no mails. */
  organizer: { id: string; email: string };
};

/** Compares the list and the present facts of a meeting with what each person was told. */
export function planRound({ people: all, invitations, last, content, times, organizer }: Known): RoundPlan {
  const people = mailboxesOf(all, organizer.email);
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
    else if (isChanged(invitation, content) || invitation.mailState === 'failed' || invitation.email !== person.email)
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

/** Compared by content, not by the number of the round: a round for new people alone tells the others nothing. */
const isChanged = ({ toldContent }: Invitation, content: string) => toldContent !== content;

/** Returns whether a meeting has another time than this person was told. */
export const isMovedFor = ({ toldTimes }: Invitation, times: string) => toldTimes !== times;

/**
 * Returns the kind of the next mail to a person: the first mail that arrives is an invitation; a person who missed the
 * last one gets the kind that it had.
 */
export function mailKindOf(
  invitation: Invitation,
  { content, times }: Pick<Known, 'content' | 'times'>,
): 'invitation' | 'change' | 'move' {
  if (isUnheard(invitation)) return 'invitation';
  const { earlierTimes, previousAnswer } = invitation;
  const isMissed = isMailMissed(invitation);
  const wasMoved = isMissed && (previousAnswer !== null || (earlierTimes !== null && earlierTimes !== times));
  if (isMovedFor(invitation, times) || wasMoved) return 'move';
  // Nothing has changed but the address.
  return isMissed || isChanged(invitation, content) ? 'change' : 'invitation';
}

/** Returns whether the last mail to this person has not arrived, as far as is known. */
function isMailMissed({ mailState, isMailKept }: Invitation): boolean {
  return mailState === 'failed' || (mailState === 'waiting' && !isMailKept);
}

/** Returns the number of the last round whose mail this person got; null where there is none. */
export function heardSequenceOf(invitation: Invitation): number | null {
  if (isUnheard(invitation)) return null;
  if (!isMailMissed(invitation)) return invitation.sequence;
  // Rounds of earlier releases do not say it.
  return invitation.heardSequence ?? invitation.sequence - 1;
}

/** Keeps one person per mailbox: a guest with the e-mail of a participant or of the organizer is left out. */
function mailboxesOf(people: readonly ListedPerson[], organizerEmail: string): ListedPerson[] {
  const users = new Set(people.filter(({ userId }) => userId !== null).map(({ email }) => email)).add(organizerEmail);
  return people.filter(({ userId, email }) => userId !== null || !users.has(email));
}

/**
 * Matches people with invitations: their own, else one to the same mailbox. A guest who is listed again, or has an
 * account by now, is the same reader of the same event, and keeps the link and the answer.
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

/** A guest with another e-mail is a different person, since the link was sent to the first address. */
function isInvitationOf(invitation: Reader, { userId, guestId, email }: ListedPerson): boolean {
  if (userId !== null) return invitation.userId === userId;
  return invitation.guestId === guestId && invitation.email === email;
}

const isSameMailbox = (invitation: Reader, { email }: ListedPerson) => invitation.email === email;

/** Returns whether an invitation belongs to somebody on the list who may be written to. */
export function isListed(invitation: Reader, people: readonly ListedPerson[]): boolean {
  return people.some(
    (person) => !person.isBlocked && (isInvitationOf(invitation, person) || isSameMailbox(invitation, person)),
  );
}

/**
 * Returns whether no mail about the meeting has reached this person, and none is being sent. A waiting mail that is
 * kept counts as heard.
 */
export function isUnheard({ isFirstMail, mailState, isMailUnderWay, isMailKept }: Invitation): boolean {
  if (!isFirstMail || isMailUnderWay || isMailKept) return false;
  return mailState === 'failed' || mailState === 'waiting';
}
