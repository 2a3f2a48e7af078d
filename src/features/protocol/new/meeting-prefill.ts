import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import type { Meeting } from '#contract/meeting.ts';
import { cachedPeople, personName, personQuery } from '#src/data/person/index.ts';
import type { NewProtocolForm } from '../editing/protocol-form.ts';
import { findMeeting } from './meeting-choice.tsx';
import { plannedQuestions } from './planned-questions.ts';

export type Prefill = Pick<
  NewProtocolForm,
  'title' | 'held_at' | 'ended_at' | 'place' | 'meeting_id' | 'agenda' | 'members'
>;

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

/** Returns the prefill from a meeting: planned questions, and participants, by id where a name cannot be read. */
export async function prefillOf(client: QueryClient, meeting: Meeting): Promise<Prefill> {
  const known = new Map(cachedPeople(client).map((person) => [person.id, person]));
  const members = (meeting.participant_ids ?? []).map(async (id) => {
    const person =
      known.get(id) ?? (await client.fetchQuery({ ...personQuery(id), retry: false }).catch(() => ({ id })));
    return { id, name: personName(person) };
  });
  return {
    title: meeting.title ?? '',
    held_at: meeting.start_at ?? null,
    ended_at: meeting.end_at ?? null,
    place: meeting.place ?? '',
    meeting_id: meeting.id,
    agenda: plannedQuestions(meeting.description).map((title) => ({ id: uuidv7(), title, speaker: [] })),
    members: await Promise.all(members),
  };
}
