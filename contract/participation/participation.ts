import * as z from 'zod/mini';
import { member } from '#contract/bodies/member.ts';
import { boolean, instant, int, maybe, paging, string, text } from '#contract/common.ts';
import { documentSettings } from '#contract/documents/document.ts';
import { evidence } from '#contract/evidence.ts';
import { id } from '#contract/id.ts';
import { longestDeputy, longestNote, meetingAnswers } from '#contract/meetings/invitation.ts';
import { meeting } from '#contract/meetings/meeting.ts';
import { agendaItem, protocol } from '#contract/protocols/protocol.ts';
import { recording, video } from '#contract/recordings/recording.ts';
import { taskReport } from '#contract/tasks/report.ts';
import { taskPriority } from '#contract/tasks/task.ts';
import { taskFilters } from '#contract/tasks/task-order.ts';

/**
 * A task as its assignee sees it, of any protocol, with its deadline, decision and reports. `is_signed`: its protocol
 * can be opened; `evidence` is present if its recording may be watched.
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
  /** Number of its agenda item, from 1. */
  agenda_position: maybe(int),
  protocol_id: maybe(id),
  protocol_number: maybe(string),
  protocol_title: maybe(string),
  protocol_held_at: maybe(string),
  chairman_name: maybe(string),
  secretary_name: maybe(string),
  is_signed: maybe(boolean),
  evidence: maybe(z.catch(z.nullable(evidence), null)),
  /** The task was given to somebody else after the person reported on it: it can only be read. */
  is_handed_over: maybe(boolean),
  /** The person's own reports, newest first. */
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

/**
 * The person's own invitation to a meeting with the answer; `previous_answer` was given before the meeting was moved.
 */
export const ownInvitation = z.looseObject({
  answer: givenAnswer,
  deputy: maybe(string),
  note: maybe(string),
  answered_at: maybe(string),
  previous_answer: givenAnswer,
});
export type OwnInvitation = z.infer<typeof ownInvitation>;

/**
 * PUT /me/meetings/{id}/answer; `start_at` and `end_at` are the times of the meeting that the person answered to. An
 * omitted `note` is kept if the answer and the times stay the same.
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

/**
 * A meeting as a participant sees it, with the names of the others; `invitation` is null until a mail has invited to
 * it.
 */
export const ownMeeting = z.looseObject({
  ...meeting.shape,
  invitation: maybe(ownInvitation),
  organizer_name: maybe(string),
  participants: maybe(z.array(z.looseObject({ id, name: maybe(string) }))),
});
export type OwnMeeting = z.infer<typeof ownMeeting>;

/** How much of a signed protocol a person may see: all of it, or only the agenda items in which they have a task. */
export const seenParts = ['whole', 'extracts'] as const;

/** A signed protocol as a participant or an assignee sees it, from its last signed edition. */
export const ownProtocol = z.looseObject({
  id,
  number: maybe(string),
  title: maybe(string),
  kind: maybe(string),
  held_at: maybe(string),
  place: maybe(string),
  edition: maybe(int),
  signed_at: maybe(string),
  /** The protocol is being edited again; a next edition will follow. */
  is_reopened: maybe(boolean),
  parts: z.catch(z.enum(seenParts), 'extracts'),
  /** Kind of the member; absent if the person only has a task in it. */
  member_kind: maybe(string),
});
export type OwnProtocol = z.infer<typeof ownProtocol>;

export const ownProtocolsQuery = z.object({ ...paging.shape });

/**
 * GET /me/protocols/{id}: the edition with the people that it names and its print settings. If the person sees extracts
 * only, the other agenda items are left out; `items` are those that are included.
 */
export const ownProtocolDocument = z.looseObject({
  ...ownProtocol.shape,
  protocol: z.looseObject({ ...protocol.shape, agenda: maybe(z.array(agendaItem)), members: maybe(z.array(member)) }),
  people: z.array(z.looseObject({ id, name: string, position: maybe(string), organization: maybe(string) })),
  settings: documentSettings,
  items: z.array(z.looseObject({ id, position: int, title: maybe(string) })),
  /** The recording, if the secretary lets participants watch it. */
  video: maybe(video),
  /** All recordings in the order of the meeting, if there are several. */
  recordings: maybe(z.array(recording)),
});
export type OwnProtocolDocument = z.infer<typeof ownProtocolDocument>;

/** GET /me/protocols/{id}/documents/pdf: the whole protocol, or an extract by the id of its agenda item. */
export const ownDocumentQuery = z.object({ item: z.optional(id) });

/** PUT /protocols/{id}/recording-access. */
export const recordingAccess = z.looseObject({ shared: boolean });
