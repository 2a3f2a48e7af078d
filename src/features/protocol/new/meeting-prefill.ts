import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { kindWith } from '#contract/bodies/attendance.ts';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { InvitedPerson, MeetingInvitations } from '#contract/meetings/invitation.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { plannedQuestions } from '#contract/meetings/planned-questions.ts';
import { findBody } from '#src/data/body/index.ts';
import { invitationsQuery } from '#src/data/meeting/index.ts';
import { cachedPeople, personName, personQuery } from '#src/data/person/index.ts';
import type { ChosenMember, NewProtocolForm } from '../editing/protocol-form.ts';
import { bodyPrefill, type Filling } from './body-prefill.ts';
import { findMeeting } from './meeting-choice.tsx';

export type Prefill = Pick<
  NewProtocolForm,
  'title' | 'held_at' | 'ended_at' | 'place' | 'meeting_id' | 'agenda' | 'members'
> &
  Pick<Filling, 'body_id' | 'kind' | 'chairman' | 'quorum'>;

/** The prefill from the meeting in the address (?meeting=); null where there is no such meeting. */
export function meetingPrefillQuery(client: QueryClient, meetingId: string) {
  return queryOptions({
    queryKey: ['meeting-prefill', meetingId],
    queryFn: async () => {
      const meeting = await findMeeting(client, meetingId);
      return meeting ? prefillOf(client, meeting) : null;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The prefill from the body in the address (?body=); null where there is no such body. */
export function bodyPrefillQuery(client: QueryClient, bodyId: string) {
  return queryOptions({
    queryKey: ['body-prefill', bodyId],
    queryFn: async () => {
      const body = await findBody(client, bodyId);
      return body ? { ...bodyPrefill(body), body_id: body.id } : null;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // A body cached on the device needs no connection.
    networkMode: 'always',
    retry: false,
  });
}

/**
 * Returns the prefill from a meeting, with planned questions and participants; a person whose name cannot be read has
 * their id.
 */
export async function prefillOf(client: QueryClient, meeting: Meeting): Promise<Prefill> {
  const body = meeting.body_id ? await findBody(client, meeting.body_id) : undefined;
  const ofBody = body ? bodyPrefill(body) : undefined;
  const known = new Map([...(ofBody?.members ?? []), ...cachedPeople(client)].map((person) => [person.id, person]));
  const members = (meeting.participant_ids ?? []).map(async (id) => {
    const person =
      known.get(id) ?? (await client.fetchQuery({ ...personQuery(id), retry: false }).catch(() => ({ id })));
    return { id, name: personName(person) };
  });
  const [named, answers] = await Promise.all([Promise.all(members), readAnswers(client, meeting)]);
  const planned = plannedQuestions(meeting.description).map((title) => ({ id: uuidv7(), title, speaker: [] }));
  const kindOf = kindsWithin(ofBody?.members);
  return {
    title: meeting.title ?? '',
    held_at: meeting.start_at ?? null,
    ended_at: meeting.end_at ?? null,
    place: meeting.place ?? '',
    meeting_id: meeting.id,
    agenda: planned.length > 0 ? planned : (ofBody?.agenda ?? []),
    members: expectedMembers(
      named.map((person) => ({ ...person, kind: kindOf(person.id) })),
      meeting.guests,
      answers,
    ),
    ...(meeting.body_id ? { body_id: meeting.body_id } : {}),
    ...(ofBody ? { kind: ofBody.kind, chairman: ofBody.chairman, quorum: ofBody.quorum } : {}),
  };
}

/**
 * Returns the kind of a participant: people of the body as it says, others as invited, who do not count for the quorum.
 */
function kindsWithin(people: Filling['members'] = []): (id: string) => MemberKind | undefined {
  const kinds = new Map(people.map((person) => [person.id, person.kind]));
  return (id) => (kinds.has(id) || kinds.size === 0 ? kinds.get(id) : 'invited');
}

/** Returns the answers to the invitations of a meeting, as far as they can be read. */
async function readAnswers(client: QueryClient, meeting: Meeting): Promise<readonly InvitedPerson[]> {
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
