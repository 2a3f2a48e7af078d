import * as z from 'zod/mini';
import { attachment } from './attachment.ts';
import { bodyInPrint } from './body.ts';
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
} from './common.ts';
import { deepestDecision } from './decision-places.ts';
import { evidence } from './evidence.ts';
import { formattedText } from './formatted-text.ts';
import { foundText } from './found-text.ts';
import { id } from './id.ts';
import { mark } from './mark.ts';
import { dateRange } from './meeting.ts';
import { member } from './member.ts';
import { processingStep } from './processing.ts';
import { quorumRule } from './quorum.ts';
import { stage } from './stage.ts';
import { task, taskCreate } from './task.ts';
import { votesOf } from './votes.ts';

/** What is read may be longer than what is written: cut off or refused, it would be gone from the agenda that is sent back. */
const anyText: typeof text = () => string;

/** Out of bounds it is that of a point: a decision is worth more than its place. */
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

const agendaItemOf = (words: typeof text, mostDecisions: number) =>
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
    decisions: maybe(z.array(decisionOf(words)).check(z.maxLength(mostDecisions))),
    votes: maybe(votesOf(words, words === anyText)),
    evidence: maybe(evidence),
    moments: maybe(z.looseObject({ listened: maybe(evidence), discussion: maybe(evidence) })),
  });

/**
 * One item of the agenda as it is read. `listened` is «слушали», `discussion` «выступили», `decisions` «решили» point by
 * point; `decision` and `evidence` are the one-text form of a provider that knows no points. `listened_blocks` and
 * `discussion_blocks` are the same texts with their formatting: they count as long as they say what the texts say. `moments`
 * are those at which a passage was begun while a recording ran.
 */
export const agendaItem = agendaItemOf(anyText, Number.POSITIVE_INFINITY);
export type AgendaItem = z.infer<typeof agendaItem>;

/**
 * What is missing of a recording, in words for people: it breaks off `at` a second, is damaged in `places`, its picture or
 * sound cannot be read.
 */
export const recordingWarning = z.looseObject({
  kind: z.catch(z.enum(['cut', 'damaged', 'picture', 'sound', 'other']), 'other'),
  text: string,
  at: maybe(z.number()),
  places: maybe(z.array(z.looseObject({ from: z.number(), to: z.number() }))),
});
export type RecordingWarning = z.infer<typeof recordingWarning>;

/**
 * The recording, with its captions as WebVTT: addresses are signed and short-lived; duration in seconds, size in bytes.
 * `upload_id` tells one recording from another.
 */
export const video = z.looseObject({
  upload_id: maybe(string),
  /** It is not the first of several recordings: a moment that names none is not of it. */
  is_part: maybe(boolean),
  url: maybe(string),
  poster_url: maybe(string),
  captions_url: maybe(string),
  duration: maybe(z.number()),
  name: maybe(string),
  size: maybe(z.number()),
  /** Stays for as long as the recording does. */
  warnings: absentIfOdd(z.array(recordingWarning)),
});
export type Video = z.infer<typeof video>;

/**
 * One of several recordings of a protocol. `id` is that of its upload, by which moments name it. The one that `is_first` is what
 * `video`, `stage` and `processing` of the protocol speak of, wherever it stands in the order: what names no recording means it.
 * `pause` is the break before it, in seconds of the meeting; `stage` is that of this recording alone. One that ran at the same time as
 * another (`beside_id`, which lies beside none) begins `offset` seconds after that, before it where that is negative. `speaker` is
 * whose voice alone is in it.
 */
export const recording = z.looseObject({
  id: string,
  is_first: z.catch(boolean, false),
  title: maybe(string),
  pause: maybe(z.number()),
  beside_id: absentIfOdd(string),
  offset: absentIfOdd(z.number()),
  speaker: absentIfOdd(string),
  stage: z.catch(stage, 'video_uploaded'),
  processing: absentIfOdd(z.array(processingStep)),
  video: absentIfOdd(video),
});
export type Recording = z.infer<typeof recording>;

/** Only `id` and `stage` are sure to be there; a field that another provider shapes otherwise is read as absent. */
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
  /** That body, read only: its name, and what is printed of it. */
  body: absentIfOdd(bodyInPrint),
  chairman_id: absentIfOdd(id),
  secretary_id: absentIfOdd(id),
  /** When its members may decide. */
  quorum: absentIfOdd(quorumRule),
  agenda: absentIfOdd(z.array(agendaItem)),
  video: absentIfOdd(video),
  /** All its recordings in the order of the meeting, where there are several. */
  recordings: absentIfOdd(z.array(recording)),
  /** Whether participants may watch the recording of what was signed. */
  recording_shared: absentIfOdd(boolean),
  processing: absentIfOdd(z.array(processingStep)),
  tasks: absentIfOdd(z.array(task)),
  members: absentIfOdd(z.array(member)),
  marks: absentIfOdd(z.array(mark)),
  attachments: absentIfOdd(z.array(attachment)),
  tasks_total: absentIfOdd(int),
  tasks_done: absentIfOdd(int),
  members_total: absentIfOdd(int),
  /** How often it was made final: one that has a final version is not deleted. */
  editions_total: absentIfOdd(int),
  /** Of a search: the first moment of the recording at which the words are said. */
  moment: absentIfOdd(evidence),
  /** Of a search: where its words stand. */
  found: absentIfOdd(foundText),
  version: absentIfOdd(int),
  created_at: absentIfOdd(string),
  updated_at: absentIfOdd(string),
  /** Who made this version: a conflict tells it. */
  updated_by: absentIfOdd(id),
  updated_by_name: absentIfOdd(string),
  /** Whom it names, for a reader who cannot ask for them one by one. */
  people: absentIfOdd(
    z.array(z.looseObject({ id, name: string, position: maybe(string), organization: maybe(string) })),
  ),
  /** Of a list for a manager: whose protocol it is. */
  owner_name: absentIfOdd(string),
});
export type Protocol = z.infer<typeof protocol>;

/**
 * GET /protocols: the days of the meetings from `from` to `to`, both included, and whoever takes part or chairs, where the
 * server can `search`. Where it knows `reading`: those of one secretary; those that became final in the days of a
 * `dateRange` (the others are left out), so many calendar days after the meeting, or without a day of it (`undated`).
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
 * GET /protocols/next-number: which number a protocol of this day, organization and body would get, as `held_at`,
 * `organization` and `body_id` of a protocol; without them those of a protocol that names none.
 */
export const nextNumberQuery = z.object({
  held_at: z.optional(instant),
  organization: z.optional(text(300)),
  body_id: z.optional(id),
});
export const nextNumber = z.looseObject({ number: z.string(), year: z.int() });

/** A number as somebody types it: without the sign, which stands before it wherever it is shown. */
export const typedNumber = text(50).check(z.overwrite((typed) => typed.replace(/^[№\s]+/u, '')));

/** So many an agenda may have. */
export const mostQuestions = 1_000;
const writtenItem = agendaItemOf(text, 200);

/**
 * What an edit made of the agenda of the version that it names: new and changed questions whole in `items`; where any
 * came, went or moved, all ids as they then follow each other in `order`.
 */
export const agendaChanges = z.looseObject({
  items: z.array(writtenItem).check(z.maxLength(mostQuestions)),
  order: z.optional(z.array(id).check(z.maxLength(mostQuestions))),
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
  agenda: z.optional(z.array(writtenItem).check(z.maxLength(mostQuestions))),
};

/** Fields of a protocol that the specification does not name: another server does not get them. */
export const protocolExtraFields = ['quorum', 'body_id'] as const;

/** POST /protocols: the client's UUIDv7 is kept as the id. */
export const protocolCreate = z.looseObject({ ...fields, id: z.optional(id), title: requiredText(10_000) });
export type ProtocolCreate = z.infer<typeof protocolCreate>;

/**
 * PUT /protocols/{id}: what is not named stays; a stale `version` is answered 409; `stage` may only become `finish`.
 * `agenda_changes` stand for `agenda`, with the version that they were made over, where the server can `agenda-changes`.
 * `new_task` is added in the same step, all or none, where it can `agenda-tasks`; one that is there already stays as it is.
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

/** POST /protocols/{id}/final: with `reopen_reason` a final protocol is opened again, as a new version. */
export const protocolFinal = z.optional(
  z.nullable(
    z.looseObject({
      version: z.optional(z.int()),
      reopen_reason: z.optional(requiredText(1_000)),
      /** A clear «да» to what is signed off before the day of its meeting. */
      before_meeting: z.optional(boolean),
    }),
  ),
);
