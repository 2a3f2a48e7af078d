import type { MeetingInvitations } from '#contract/invitation.ts';
import type { Meeting } from '#contract/meeting.ts';
import { plural } from '#contract/plurals.ts';

/** Returns the counts of invitations in the form that a meeting contains. */
export function countsOf({ people, sent_at }: MeetingInvitations): NonNullable<Meeting['invitations']> {
  const invited = people.filter(({ state }) => state !== 'none');
  const coming = invited.filter(({ answer }) => answer === 'yes' || answer === 'deputy');
  return { invited: invited.length, coming: coming.length, sent_at };
}

/** Returns «5 из 9 придут», «1 из 3 придёт». */
export function answersLine({ invited, coming }: NonNullable<Meeting['invitations']>): string {
  return `${coming} из ${invited} ${plural(coming, 'придёт', 'придут', 'придут')}`;
}
