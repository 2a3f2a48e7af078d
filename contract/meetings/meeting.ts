import * as z from 'zod/mini';
import { attachedFiles } from '#contract/attached-file.ts';
import {
  absentIfOdd,
  askedDay,
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
} from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { stage } from '#contract/stage.ts';
import { invitationCounts, meetingGuest, meetingGuestsInput } from './invitation.ts';
import { meetingSeries } from './meeting-series.ts';

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
  /** Stage of that protocol; absent if the server does not send it. */
  protocol_stage: maybe(z.catch(z.nullable(stage), null)),
  /** The body that meets. */
  body_id: maybe(id),
  /** Invited people without an account. */
  guests: maybe(z.array(meetingGuest)),
  invitations: maybe(invitationCounts),
  /** The series that it belongs to, and the day that the rule gives it, even if it was moved. */
  series: absentIfOdd(meetingSeries),
  occurrence: maybe(string),
  /** Fields that were changed for this meeting alone: changes of the whole series do not overwrite them. */
  own_fields: maybe(z.array(string)),
  /** In a manager's list: the names of the owner of the meeting and of its body. */
  owner_name: maybe(string),
  body_name: maybe(string),
});
export type Meeting = z.infer<typeof meeting>;

const dayOrInstant = askedDay(z.union([day, instant], wrongDate));

/**
 * The range of GET /meetings and of the statistics of a period: the days from `start_date_at` to `end_date_at`, both
 * inclusive, at most 400. An instant means its day in the offset that it names, a plain day that of the server's zone.
 * If one end is missing, the range is a year long; if both are, it is the previous, current and next month for
 * meetings, and the current month for statistics.
 */
export const dateRange = z.object({ start_date_at: z.optional(dayOrInstant), end_date_at: z.optional(dayOrInstant) });

/** Meetings that have not begun, the next one first; those that are over and have no protocol. */
export const meetingChoices = ['coming', 'unrecorded'] as const;
export type MeetingChoice = (typeof meetingChoices)[number];

/**
 * GET /meetings/held: meetings that begin in the range, or all without one; optionally of one secretary, and of one
 * weekday, from 1 for Monday.
 */
export const heldMeetingsQuery = z.object({
  ...paging.shape,
  ...dateRange.shape,
  secretary_id: z.optional(id),
  weekday: z.optional(queryNumber(1, 7)),
  only: z.optional(z.enum(meetingChoices)),
});

export const longestTitle = 10_000;

/** Fields common to a meeting and a series of meetings. */
export const meetingFields = {
  description: maybe(text(10_000)),
  place: maybe(text(300)),
  link: maybe(text(2_000)),
  participant_ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  body_id: maybe(id),
  guests: z.optional(meetingGuestsInput),
};

/** Files in form data: up to ten at once. */
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

/** PUT /meetings/{id}: omitted fields stay unchanged; new `files` are added to the existing ones. */
export const meetingUpdate = z.looseObject({
  ...meetingFields,
  remove_file_ids: z.optional(z.array(id).check(z.maxLength(1_000))),
  title: z.optional(requiredText(longestTitle)),
  start_at: z.optional(instant),
  end_at: z.optional(instant),
});
