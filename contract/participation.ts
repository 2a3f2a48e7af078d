import * as z from 'zod/mini';
import { boolean, instant, int, maybe, paging, string, text } from './common.ts';
import { documentSettings } from './document.ts';
import { evidence } from './evidence.ts';
import { id } from './id.ts';
import { longestDeputy, longestNote, meetingAnswers } from './invitation.ts';
import { meeting } from './meeting.ts';
import { member } from './member.ts';
import { agendaItem, protocol, recording, video } from './protocol.ts';
import { taskReport } from './report.ts';
import { taskPriority } from './task.ts';
import { taskFilters } from './task-order.ts';

/**
 * A task for whoever is to do it, of whatever protocol: what, until when, from which decision, and what was reported of it.
 * `is_signed`: its protocol can be opened; `evidence` is there where its recording may be watched.
 */
export const ownTask = z.looseObject({
  id,
  status: z.string(),
  title: maybe(string),
  due_at: maybe(string),
  priority: maybe(z.catch(z.nullable(taskPriority), null)),
  created_at: maybe(string),
  /** The first of those that it carries on, by whose id notices tell of it. */
  origin_task_id: maybe(id),
  /** The words of the decision that it comes from. */
  decision: maybe(string),
  /** The number of its question in the agenda, from 1. */
  agenda_position: maybe(int),
  protocol_id: maybe(id),
  protocol_number: maybe(string),
  protocol_title: maybe(string),
  protocol_held_at: maybe(string),
  chairman_name: maybe(string),
  secretary_name: maybe(string),
  is_signed: maybe(boolean),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
  /** It was given to somebody else since one reported of it: it is there to be read. */
  is_handed_over: maybe(boolean),
  /** One's own, the newest first. */
  reports: maybe(z.array(taskReport)),
});
export type OwnTask = z.infer<typeof ownTask>;

/** GET /me/tasks: sorted by `taskRank`; with `task_id` the page on which that task stands, or the one that carries it on. */
export const ownTasksQuery = z.object({
  ...paging.shape,
  status: z.optional(z.enum(taskFilters)),
  task_id: z.optional(id),
});

const givenAnswer = maybe(z.catch(z.nullable(z.enum(meetingAnswers)), null));

/** One's own invitation to a meeting, with what one answered; `previous_answer` is of before the meeting was moved. */
export const ownInvitation = z.looseObject({
  answer: givenAnswer,
  deputy: maybe(string),
  note: maybe(string),
  answered_at: maybe(string),
  previous_answer: givenAnswer,
});
export type OwnInvitation = z.infer<typeof ownInvitation>;

/**
 * PUT /me/meetings/{id}/answer; `start_at` and `end_at` are the times that were answered to. A `note` left out stays with the
 * same answer to the same times.
 */
export const ownAnswer = z
  .looseObject({
    answer: z.enum(meetingAnswers, 'Выберите ответ'),
    deputy: z.optional(z.nullable(text(longestDeputy))),
    note: z.optional(z.nullable(text(longestNote))),
    start_at: z.optional(instant),
    end_at: z.optional(instant),
  })
  .check(
    z.refine(({ answer, deputy }) => answer !== 'deputy' || Boolean(deputy), {
      path: ['deputy'],
      error: 'Назовите заместителя',
    }),
  );
export type OwnAnswer = z.output<typeof ownAnswer>;

/** A meeting for whoever takes part, with the names of the others; `invitation` is null while no mail has invited to it. */
export const ownMeeting = z.looseObject({
  ...meeting.shape,
  invitation: maybe(ownInvitation),
  organizer_name: maybe(string),
  participants: maybe(z.array(z.looseObject({ id, name: maybe(string) }))),
});
export type OwnMeeting = z.infer<typeof ownMeeting>;

/** What somebody may see of a signed protocol: all of it, or the questions in which they have a task. */
export const seenParts = ['whole', 'extracts'] as const;

/** A signed protocol for whoever takes part or has a task in it, as its last signed edition says. */
export const ownProtocol = z.looseObject({
  id,
  number: maybe(string),
  title: maybe(string),
  kind: maybe(string),
  held_at: maybe(string),
  place: maybe(string),
  edition: maybe(int),
  signed_at: maybe(string),
  /** It is being changed: a next edition is to come. */
  is_reopened: maybe(boolean),
  parts: z.catch(z.enum(seenParts), 'extracts'),
  /** As what they take part; of whoever has but a task there is none. */
  member_kind: maybe(string),
});
export type OwnProtocol = z.infer<typeof ownProtocol>;

export const ownProtocolsQuery = z.object({ ...paging.shape });

/**
 * GET /me/protocols/{id}: the edition with the people that it names and how it is printed. Of whoever sees extracts alone
 * the questions that are not theirs are not there; `items` are the ids of those that are.
 */
export const ownProtocolDocument = z.looseObject({
  ...ownProtocol.shape,
  protocol: z.looseObject({ ...protocol.shape, agenda: maybe(z.array(agendaItem)), members: maybe(z.array(member)) }),
  people: z.array(z.looseObject({ id, name: string, position: maybe(string), organization: maybe(string) })),
  settings: documentSettings,
  items: z.array(z.looseObject({ id, position: int, title: maybe(string) })),
  /** The recording, where the secretary lets participants watch it. */
  video: maybe(video),
  /** All of them in the order of the meeting, where there are several. */
  recordings: maybe(z.array(recording)),
});
export type OwnProtocolDocument = z.infer<typeof ownProtocolDocument>;

/** GET /me/protocols/{id}/documents/pdf: the whole, or an extract by the id of its question. */
export const ownDocumentQuery = z.object({ item: z.optional(id) });

/** PUT /protocols/{id}/recording-access. */
export const recordingAccess = z.looseObject({ shared: boolean });
