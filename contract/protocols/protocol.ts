import * as z from 'zod/mini';
import { bodyInPrint } from '#contract/bodies/body.ts';
import { member } from '#contract/bodies/member.ts';
import { quorumRule } from '#contract/bodies/quorum.ts';
import {
  absentIfOdd,
  boolean,
  day,
  instant,
  int,
  maybe,
  paging,
  queryNumber,
  requiredText,
  search,
  string,
  text,
} from '#contract/common.ts';
import { deepestDecision } from '#contract/decisions/decision-places.ts';
import { evidence } from '#contract/evidence.ts';
import { foundText } from '#contract/found-text.ts';
import { id } from '#contract/id.ts';
import { dateRange } from '#contract/meetings/meeting.ts';
import { processingStep } from '#contract/recordings/processing.ts';
import { recording, video } from '#contract/recordings/recording.ts';
import { stage } from '#contract/stage.ts';
import { task, taskCreate } from '#contract/tasks/task.ts';
import { attachment } from './attachment.ts';
import { formattedText } from './formatted-text.ts';
import { mark } from './mark.ts';
import { votesOf } from './votes.ts';

/** Reading has no length limits: a text cut off or refused would be lost from the agenda that is sent back. */
const anyText: typeof text = () => string;

/** An invalid level is read as 0, so that the decision is not lost. */
const decisionLevel = z.catch(z.int().check(z.gte(0), z.lte(deepestDecision)), 0);

const decisionOf = (words: typeof text) =>
  z.looseObject({
    id: z.optional(id),
    text: words(10_000),
    level: maybe(decisionLevel),
    evidence: maybe(evidence),
    votes: maybe(votesOf(words, words === anyText)),
  });
/** One decision («решили») of an agenda item; `level` 1 is a sub-point of the decision before it. */
export type Decision = z.infer<ReturnType<typeof decisionOf>>;

const agendaItemOf = (words: typeof text, maxDecisions: number) =>
  z.looseObject({
    id,
    title: maybe(words(10_000)),
    speaker_id: maybe(id),
    speaker_name: maybe(words(300)),
    listened: maybe(words(100_000)),
    discussion: maybe(words(100_000)),
    listened_blocks: absentIfOdd(formattedText),
    discussion_blocks: absentIfOdd(formattedText),
    decision: maybe(words(100_000)),
    decisions: maybe(z.array(decisionOf(words)).check(z.maxLength(maxDecisions))),
    votes: maybe(votesOf(words, words === anyText)),
    evidence: maybe(evidence),
    moments: maybe(z.looseObject({ listened: maybe(evidence), discussion: maybe(evidence) })),
  });

/**
 * An agenda item as read from the server. `listened` is «слушали», `discussion` «выступили», `decisions` «решили» point
 * by point; `decision` and `evidence` are the single-text form of a provider without points. `listened_blocks` and
 * `discussion_blocks` are the same texts with formatting, valid as long as they match the texts. `moments` are the
 * moments of a running recording at which a passage was begun.
 */
export const agendaItem = agendaItemOf(anyText, Number.POSITIVE_INFINITY);
export type AgendaItem = z.infer<typeof agendaItem>;

/** Only `id` and `stage` are always present; a field that another provider sends in another shape is read as absent. */
export const protocol = z.looseObject({
  id,
  stage,
  number: absentIfOdd(z.union([z.string(), z.number()])),
  title: absentIfOdd(string),
  kind: absentIfOdd(string),
  held_at: absentIfOdd(string),
  ended_at: absentIfOdd(string),
  place: absentIfOdd(string),
  organization: absentIfOdd(string),
  meeting_id: absentIfOdd(id),
  body_id: absentIfOdd(id),
  /** That body, read-only: its name and its print settings. */
  body: absentIfOdd(bodyInPrint),
  chairman_id: absentIfOdd(id),
  secretary_id: absentIfOdd(id),
  /** The quorum rule of its members. */
  quorum: absentIfOdd(quorumRule),
  agenda: absentIfOdd(z.array(agendaItem)),
  video: absentIfOdd(video),
  /** All recordings in the order of the meeting, if there are several. */
  recordings: absentIfOdd(z.array(recording)),
  /** Whether participants may watch the recording of the signed protocol. */
  recording_shared: absentIfOdd(boolean),
  processing: absentIfOdd(z.array(processingStep)),
  tasks: absentIfOdd(z.array(task)),
  members: absentIfOdd(z.array(member)),
  marks: absentIfOdd(z.array(mark)),
  attachments: absentIfOdd(z.array(attachment)),
  tasks_total: absentIfOdd(int),
  tasks_done: absentIfOdd(int),
  members_total: absentIfOdd(int),
  /** How often it was made final; a protocol with a final version cannot be deleted. */
  editions_total: absentIfOdd(int),
  /** In search results: the first moment of the recording at which the words are said. */
  moment: absentIfOdd(evidence),
  /** In search results: where the words were found. */
  found: absentIfOdd(foundText),
  version: absentIfOdd(int),
  created_at: absentIfOdd(string),
  updated_at: absentIfOdd(string),
  /** Author of this version, shown in a conflict. */
  updated_by: absentIfOdd(id),
  updated_by_name: absentIfOdd(string),
  /** The people it names, for a reader who cannot request them one by one. */
  people: absentIfOdd(
    z.array(z.looseObject({ id, name: string, position: maybe(string), organization: maybe(string) })),
  ),
  /** In a manager's list: the name of the owner. */
  owner_name: absentIfOdd(string),
});
export type Protocol = z.infer<typeof protocol>;

/**
 * GET /protocols. If the server supports `search`: days of the meetings from `from` to `to`, both inclusive, and the
 * person who takes part or chairs. If it supports `reading`: one secretary; protocols that became final within the days
 * of a `dateRange` (others are left out), the number of calendar days that this took after the meeting, or `undated`:
 * those without a day of the meeting.
 */
export const protocolListQuery = z.object({
  ...paging.shape,
  search,
  stage: z.optional(stage),
  from: z.optional(day),
  to: z.optional(day),
  person_id: z.optional(id),
  body_id: z.optional(id),
  chairman_id: z.optional(id),
  secretary_id: z.optional(id),
  ...dateRange.shape,
  least_days: z.optional(queryNumber(0, 100_000)),
  most_days: z.optional(queryNumber(0, 100_000)),
  undated: z.optional(queryNumber(1, 1)),
});

/**
 * GET /protocols/next-number: the number that a protocol of this day, organization and body would get; `held_at`,
 * `organization` and `body_id` as in a protocol, and without them as for a protocol that names none.
 */
export const nextNumberQuery = z.object({
  held_at: z.optional(instant),
  organization: z.optional(text(300)),
  body_id: z.optional(id),
});
export const nextNumber = z.looseObject({ number: z.string(), year: z.int() });

/** A typed number without «№», which is added wherever the number is shown. */
export const typedNumber = text(50).check(z.overwrite((typed) => typed.replace(/^[№\s]+/u, '')));

/** Maximum number of agenda items. */
export const maxQuestions = 1_000;
const writtenItem = agendaItemOf(text, 200);

/**
 * Changes of the agenda relative to the version that the request names: new and changed items whole in `items`; if any
 * were added, removed or moved, all ids in their new order in `order`.
 */
export const agendaChanges = z.looseObject({
  items: z.array(writtenItem).check(z.maxLength(maxQuestions)),
  order: z.optional(z.array(id).check(z.maxLength(maxQuestions))),
});
export type AgendaChanges = z.infer<typeof agendaChanges>;

const fields = {
  number: z.optional(z.nullable(z.union([typedNumber, z.int().check(z.gte(1))]))),
  kind: maybe(text(200)),
  held_at: maybe(instant),
  ended_at: maybe(instant),
  place: maybe(text(300)),
  organization: maybe(text(300)),
  meeting_id: maybe(id),
  body_id: maybe(id),
  chairman_id: maybe(id),
  quorum: maybe(quorumRule),
  agenda: z.optional(z.array(writtenItem).check(z.maxLength(maxQuestions))),
};

/** Protocol fields beyond the specification: they are not sent to other servers. */
export const protocolExtraFields = ['quorum', 'body_id'] as const;

/** POST /protocols: the client's UUIDv7 is kept as the id. */
export const protocolCreate = z.looseObject({ ...fields, id: z.optional(id), title: requiredText(10_000) });
export type ProtocolCreate = z.infer<typeof protocolCreate>;

/**
 * PUT /protocols/{id}: omitted fields stay unchanged; a stale `version` is answered with 409; `stage` may only become
 * `finish`. If the server supports `agenda-changes`, `agenda_changes` replaces `agenda` and requires the version on
 * which the changes are based. If it supports `agenda-tasks`, `new_task` is added in the same transaction; an existing
 * task stays unchanged.
 */
export const protocolUpdate = z.looseObject({
  ...fields,
  agenda_changes: z.optional(agendaChanges),
  new_task: z.optional(taskCreate),
  title: z.optional(requiredText(10_000)),
  stage: z.optional(stage),
  version: z.optional(z.int()),
});
export type ProtocolUpdate = z.infer<typeof protocolUpdate>;

/** POST /protocols/{id}/final: with `reopen_reason` a final protocol is reopened as a new version. */
export const protocolFinal = z.optional(
  z.nullable(
    z.looseObject({
      version: z.optional(z.int()),
      reopen_reason: z.optional(requiredText(1_000)),
      /** Explicit consent to sign off before the day of the meeting. */
      before_meeting: z.optional(boolean),
    }),
  ),
);
