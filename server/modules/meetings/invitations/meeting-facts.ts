import { createHash } from 'node:crypto';
import { plannedQuestions } from '#contract/planned-questions.ts';
import type { Db } from '#server/platform/db/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { type ShownMeeting, showMeeting } from '../shared/repository.ts';
import { agendaTitles, findOrganizer, lastRound } from './repository.ts';

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

/** Reads the facts of a meeting. */
export async function meetingFacts(db: Db, meetingId: string): Promise<MeetingFacts> {
  const meeting = await showMeeting(db, meetingId);
  const organizer = await findOrganizer(db, meeting.ownerId);
  if (!organizer) throw new Error('A meeting without its owner');
  const planned = plannedQuestions(meeting.description);
  const written = meeting.protocolId ? await agendaTitles(db, meeting.protocolId) : [];
  return {
    meeting,
    organizer: { ...organizer, name: organizer.name.trim() || organizer.email },
    agenda: written.length > 0 ? written : planned,
    description: withoutQuestions(meeting.description ?? '', planned),
  };
}

/**
 * Returns the facts shown on the guests' page. Once the meeting has begun, its protocol is a draft that nobody else
 * sees: its questions are shown only while they equal those of the last round.
 */
export async function factsForGuests(db: Db, meetingId: string, now: Date): Promise<MeetingFacts> {
  const facts = await meetingFacts(db, meetingId);
  if (now < facts.meeting.startAt) return facts;
  const last = await lastRound(db, meetingId);
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
