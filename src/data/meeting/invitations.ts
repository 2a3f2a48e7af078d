import type { MeetingInvitations } from '#contract/meetings/invitation.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { plural } from '#contract/text/plurals.ts';
import { counted } from '#src/format/index.ts';

/** Returns the counts of invitations in the form that a meeting contains. */
export function countsOf({ people, sent_at }: MeetingInvitations): NonNullable<Meeting['invitations']> {
  const invited = people.filter(({ state }) => state !== 'none');
  const coming = invited.filter(({ answer }) => answer === 'yes' || answer === 'deputy');
  const refused = invited.filter(({ state, answer }) => state === 'failed' && !answer);
  return { invited: invited.length, coming: coming.length, refused: refused.length, sent_at };
}

/** Returns «5 из 9 придут», «1 из 3 придёт, 2 письма не дошли». */
export function answersLine({ invited, coming, refused }: NonNullable<Meeting['invitations']>): string {
  const come = `${coming} из ${invited} ${plural(coming, 'придёт', 'придут', 'придут')}`;
  return refused ? `${come}, ${refusedWords(refused)}` : come;
}

/** Returns «1 письмо не дошло», «2 письма не дошли». */
export function refusedWords(refused: number): string {
  return `${counted(refused, 'письмо', 'письма', 'писем')} не ${plural(refused, 'дошло', 'дошли', 'дошло')}`;
}
