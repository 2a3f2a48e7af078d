import * as z from 'zod/mini';
import { attachedFiles } from '#contract/attached-file.ts';
import { int, maybe, paging, requiredText, string } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { task } from './task.ts';

/**
 * State of a report on a task: it waits for the secretary, who confirms it or returns it with a reason; or its author
 * withdrew it before that.
 */
export const reportStates = ['waiting', 'withdrawn', 'returned', 'confirmed'] as const;
export type ReportState = (typeof reportStates)[number];

const reportFile = z.looseObject({ id, name: maybe(string), size: maybe(int), url: maybe(string) });

/** A report of the assignee on a task. `answer` is the secretary's; addresses of files are signed. */
export const taskReport = z.looseObject({
  id,
  task_id: maybe(id),
  state: z.catch(z.enum(reportStates), 'waiting'),
  text: maybe(string),
  author_id: maybe(id),
  author_name: maybe(string),
  answer: maybe(string),
  created_at: maybe(string),
  decided_at: maybe(string),
  files: maybe(z.array(reportFile)),
});
export type TaskReport = z.infer<typeof taskReport>;

/** Maximum number of characters of a report, and of the answer to it. */
export const longestReport = 10_000;

/** POST /me/tasks/{taskId}/reports, as JSON or form data (then with `files`): the client's id makes it idempotent. */
export const reportCreate = z.looseObject({ id: z.optional(id), text: requiredText(longestReport) });
export const reportFiles = { files: attachedFiles } as const;

/** PUT /protocols/task-reports/{reportId}: returning a report requires a reason. */
export const reportDecision = z.looseObject({
  state: z.enum(['confirmed', 'returned']),
  answer: maybe(z.string().check(z.trim(), z.maxLength(longestReport))),
});
export type ReportDecision = z.infer<typeof reportDecision>;

/** GET /protocols/task-reports: reports that wait for the secretary, of all protocols or of one. */
export const waitingReportsQuery = z.object({ ...paging.shape, protocol_id: z.optional(id) });

/** A report with its task, as lists show it. */
export const waitingReport = z.looseObject({ ...taskReport.shape, task });
export type WaitingReport = z.infer<typeof waitingReport>;
