import * as z from 'zod/mini';
import { attachedFiles } from './attached-file.ts';
import {
  absentIfOdd,
  day,
  instant,
  int,
  maybe,
  paging,
  queryNumber,
  requiredText,
  string,
  text,
  wrongDate,
} from './common.ts';
import { id } from './id.ts';
import { invitationCounts, meetingGuest, meetingGuestsInput } from './invitation.ts';
import { meetingSeries } from './meeting-series.ts';
import { stage } from './stage.ts';

export const meetingFile = z.looseObject({ id, name: maybe(string), size: maybe(int), url: maybe(string) });

export const meeting = z.looseObject({
  id,
  title: maybe(string),
  description: maybe(string),
  place: maybe(string),
  link: maybe(string),
  start_at: maybe(string),
  end_at: maybe(string),
  participant_ids: maybe(z.array(id)),
  files: maybe(z.array(meetingFile)),
  protocol_id: maybe(id),
  /** How far that protocol is; a server that does not tell leaves it out. */
  protocol_stage: maybe(z.catch(z.nullable(stage), null)),
  /** Of which body it is a meeting. */
  body_id: maybe(id),
  /** People without an account who are asked to it. */
  guests: maybe(z.array(meetingGuest)),
  invitations: maybe(invitationCounts),
  /** The series that it is one of, and the day on which its rule has it, wherever it was moved. */
  series: absentIfOdd(meetingSeries),
  occurrence: maybe(string),
  /** What was changed for this one alone: what is changed for the whole series leaves it as it is. */
  own_fields: maybe(z.array(string)),
  /** Of a list for a manager: whose meeting it is, and of which body by name. */
  owner_name: maybe(string),
  body_name: maybe(string),
});
export type Meeting = z.infer<typeof meeting>;

const dayOrInstant = z.union([day, instant], wrongDate);

/**
 * The range of GET /meetings and of the statistics of a period: the days from `start_date_at` to `end_date_at`,
 * both whole and included, at most 400. An instant means its day in the offset that it names, a plain day that of the
 * server's zone. Without one of them the range is a year long; without both it is the last, this and the next month for
 * meetings, this month for statistics.
 */
export const dateRange = z.object({ start_date_at: z.optional(dayOrInstant), end_date_at: z.optional(dayOrInstant) });

/** Meetings that have not begun, the next one first; those that are over and have no protocol. */
export const meetingChoices = ['coming', 'unrecorded'] as const;
export type MeetingChoice = (typeof meetingChoices)[number];

/**
 * GET /meetings/held: meetings that begin in the range, or all without one; of one secretary, and of one day of the week,
 * Monday being 1.
 */
export const heldMeetingsQuery = z.object({
  ...paging.shape,
  ...dateRange.shape,
  secretary_id: z.optional(id),
  weekday: z.optional(queryNumber(1, 7)),
  only: z.optional(z.enum(meetingChoices)),
});

export const longestTitle = 10_000;

/** What a meeting and a series of meetings have in common. */
export const meetingFields = {
  description: maybe(text(10_000)),
  place: maybe(text(300)),
  link: maybe(text(2_000)),
  participant_ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  body_id: maybe(id),
  guests: z.optional(meetingGuestsInput),
};

/** What form data may bring: up to ten files at once. */
export const meetingFiles = { files: attachedFiles } as const;
export const meetingFileParams = z.object({ id, fileId: id });

/** POST /meetings, as JSON or form data (then with `files`). */
export const meetingCreate = z.looseObject({
  ...meetingFields,
  id: z.optional(id),
  title: requiredText(longestTitle),
  start_at: instant,
  end_at: instant,
});

/** PUT /meetings/{id}: what is not named stays; new `files` are added to those that there are. */
export const meetingUpdate = z.looseObject({
  ...meetingFields,
  remove_file_ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  title: z.optional(requiredText(longestTitle)),
  start_at: z.optional(instant),
  end_at: z.optional(instant),
});
