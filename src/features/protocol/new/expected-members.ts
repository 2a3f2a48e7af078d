import type { QueryClient } from '@tanstack/react-query';
import { kindWith } from '#contract/attendance.ts';
import type { InvitedPerson, MeetingInvitations } from '#contract/invitation.ts';
import type { Meeting } from '#contract/meeting.ts';
import { invitationsQuery } from '#src/data/meeting/index.ts';
import type { ChosenMember } from '../editing/protocol-form.ts';

/** What people answered to the invitations of a meeting, as far as it can be known now. */
export async function readAnswers(client: QueryClient, meeting: Meeting): Promise<readonly InvitedPerson[]> {
  if (!meeting.invitations) return [];
  const query = invitationsQuery(meeting.id);
  // Offline, what was read before has to do: it is not waited for.
  const read = client.fetchQuery({ ...query, networkMode: 'always', retry: false });
  const known = await read.catch(() => client.getQueryData<MeetingInvitations>(query.queryKey));
  return known?.people ?? [];
}

/** The members of a protocol as the answers make one expect them, with the guests of the meeting as invited people. */
export function expectedMembers(
  members: readonly ChosenMember[],
  guests: Meeting['guests'],
  answers: readonly InvitedPerson[],
): ChosenMember[] {
  const ofUser = new Map(answers.flatMap((each) => (each.user_id ? [[each.user_id, each] as const] : [])));
  const ofGuest = new Map(answers.flatMap((each) => (each.guest_id ? [[each.guest_id, each] as const] : [])));
  return [
    ...members.map((member) => expected(member, ofUser.get(member.id))),
    ...(guests ?? []).map(({ id, name }) =>
      expected({ id: `guest:${id}`, name, kind: 'invited', isGuest: true }, ofGuest.get(id)),
    ),
  ];
}

function expected(member: ChosenMember, person: InvitedPerson | undefined): ChosenMember {
  const absence = person && absenceOf(person);
  if (absence === undefined) return member;
  return { ...member, absence, kind: kindWith(member.kind ?? 'present', { state: 'absent' }) };
}

/** Whoever comes in somebody's place is named there, and no more: whether they vote is for the roll call. */
function absenceOf({ answer, deputy }: InvitedPerson): string | undefined {
  if (answer === 'no') return '';
  if (answer !== 'deputy') return undefined;
  return deputy ? `пришлёт заместителя: ${deputy}` : 'пришлёт заместителя';
}
