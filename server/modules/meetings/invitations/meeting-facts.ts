import { createHash } from 'node:crypto';
import { plannedQuestions } from '#contract/meetings/planned-questions.ts';
import type { Db } from '#server/platform/db/index.ts';
import { notFound } from '#server/platform/problem/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { type ShownMeeting, showMeetings } from '../shared/repository.ts';
import { agendaTitlesOf, organizersOf } from './repository.ts';
import { lastRounds } from './round-repository.ts';

/** Facts of a meeting that invited people are told. */
export type MeetingFacts = {
  meeting: ShownMeeting;
  /** The secretary, who is its organizer. */
  organizer: { id: string; name: string; email: string };
  /** Questions of the meeting's protocol if it has any, else the numbered lines of its description. */
  agenda: string[];
  /** The other lines of its description. */
  description: string;
};

/** Reads the facts of these meetings, by start. */
export async function factsOf(db: Db, meetingIds: readonly string[]): Promise<MeetingFacts[]> {
  const meetings = await showMeetings(db, meetingIds);
  const organizers = await organizersOf(db, [...new Set(meetings.map(({ ownerId }) => ownerId))]);
  const agendas = await agendaTitlesOf(
    db,
    meetings.flatMap(({ protocolId }) => protocolId ?? []),
  );
  return meetings.map((meeting) => {
    const organizer = organizers.get(meeting.ownerId);
    if (!organizer) throw new Error('A meeting without its owner');
    const planned = plannedQuestions(meeting.description);
    const written = agendas.get(meeting.protocolId ?? '') ?? [];
    return {
      meeting,
      organizer: { ...organizer, name: organizer.name.trim() || organizer.email },
      agenda: written.length > 0 ? written : planned,
      description: withoutQuestions(meeting.description ?? '', planned),
    };
  });
}

/** Reads the facts of a meeting; throws a 404 without it. */
export async function meetingFacts(db: Db, meetingId: string): Promise<MeetingFacts> {
  const [facts] = await factsOf(db, [meetingId]);
  if (!facts) throw notFound('Встреча не найдена');
  return facts;
}

/**
 * Returns the facts shown on the guests' page. Once the meeting has begun, its protocol is a draft that nobody else
 * sees: its questions are shown only while they equal those of the last round.
 */
export async function factsForGuests(db: Db, meetingId: string, now: Date): Promise<MeetingFacts> {
  const facts = await meetingFacts(db, meetingId);
  if (now < facts.meeting.startAt) return facts;
  const last = (await lastRounds(db, [meetingId])).get(meetingId);
  if (last?.content === contentDigest(facts)) return facts;
  return { ...facts, agenda: plannedQuestions(facts.meeting.description) };
}

function withoutQuestions(description: string, questions: readonly string[]): string {
  const titles = new Set(questions);
  const lines = description.split(/\r?\n/);
  return lines
    .filter((line) => !titles.has(/^\d{1,3}\s*[.)]\s*(\S.*)/.exec(line.trim())?.[1] ?? ''))
    .join('\n')
    .trim();
}

/** Returns a digest of what the mails of a round say, to be compared later. */
export function contentDigest({ meeting, agenda }: MeetingFacts): string {
  const { title, description, place, link, files } = meeting;
  const content = [title, description, place, link, timesOf(meeting), agenda, files.map(({ id }) => id)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
