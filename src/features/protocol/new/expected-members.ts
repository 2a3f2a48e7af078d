import type { QueryClient } from '@tanstack/react-query';
import { kindWith } from '#contract/attendance.ts';
import type { InvitedPerson, MeetingInvitations } from '#contract/invitation.ts';
import type { Meeting } from '#contract/meeting.ts';
import { invitationsQuery } from '#src/data/meeting/index.ts';
import type { ChosenMember } from '../editing/protocol-form.ts';

/** Returns the answers to the invitations of a meeting, as far as they can be read. */
export async function readAnswers(client: QueryClient, meeting: Meeting): Promise<readonly InvitedPerson[]> {
  if (!meeting.invitations) return [];
  const query = invitationsQuery(meeting.id);
  // Offline the cached answers are used instead of waiting for a connection.
  const read = client.fetchQuery({ ...query, networkMode: 'always', retry: false });
  const known = await read.catch(() => client.getQueryData<MeetingInvitations>(query.queryKey));
  return known?.people ?? [];
}

/** Returns the members of a protocol as expected by the answers, with the guests of the meeting as invited people. */
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

/** Returns the reason of an expected absence. A deputy is only named: the roll call decides whether they vote. */
function absenceOf({ answer, deputy }: InvitedPerson): string | undefined {
  if (answer === 'no') return '';
  if (answer !== 'deputy') return undefined;
  return deputy ? `пришлёт заместителя: ${deputy}` : 'пришлёт заместителя';
}
