import * as z from 'zod/mini';
import { askedDay, boolean, day, maybe, string, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';

const amount = z.catch(z.optional(z.nullable(z.number())), undefined);

/** The secretary of a row. */
const secretaryOfRow = { id, name: maybe(string), is_blocked: maybe(boolean) };

/** Totals of all time, of one secretary or of all. */
const everFigures = {
  meetings: amount,
  protocols: amount,
  final_protocols: amount,
  tasks: amount,
  done_tasks: amount,
  overdue_tasks: amount,
};

/** GET /stats/manager/all: totals over the manager's secretaries and a row for each. */
export const managerStatistics = whenUsed(() =>
  z.looseObject({
    secretaries: amount,
    ...everFigures,
    by_secretary: maybe(z.array(z.looseObject({ ...secretaryOfRow, ...everFigures }))),
  }),
);

/**
 * Figures of a period: meetings that begin in it, tasks with a deadline in it (except cancelled ones), and protocols
 * whose version in force became final in it, with the median number of days that this took.
 */
const ofPeriod = {
  meetings: z.number(),
  due_tasks: z.number(),
  done_tasks: z.number(),
  overdue_tasks: z.number(),
  final_protocols: z.number(),
  median_days: maybe(z.number()),
};

/**
 * GET /stats/manager/period, an extension of ours: the totals of a period, and a row for each secretary. `final_days`:
 * the number of final protocols by the calendar days from meeting to final; `undated_protocols` have no day of a
 * meeting.
 */
export const periodStatistics = whenUsed(() =>
  z.looseObject({
    ...ofPeriod,
    undated_protocols: z.number(),
    final_days: z.array(z.object({ days: z.number(), protocols: z.number() })),
    by_secretary: z.array(z.looseObject({ ...secretaryOfRow, ...ofPeriod })),
  }),
);
export type PeriodStatistics = z.infer<typeof periodStatistics>;

/** GET /stats/secretary/meetings: the number of meetings of each day of the range that has any. */
export const meetingsOfDay = whenUsed(() => z.looseObject({ date: z.string(), count: z.number() }));

/**
 * GET /stats/secretary/{id}/entities: numbers of entities; `coming_meetings`, ours, counts those that have not begun.
 */
export const entityCounts = whenUsed(() =>
  z.looseObject({
    meetings: amount,
    coming_meetings: amount,
    protocols: amount,
    final_protocols: amount,
    tasks: amount,
    keywords: amount,
  }),
);

/** GET /stats/secretary/{secretaryId}/tasks: tasks by status on a date. */
export const taskCounts = whenUsed(() =>
  z.looseObject({
    total: amount,
    new: amount,
    in_progress: amount,
    done: amount,
    cancelled: amount,
    overdue: amount,
  }),
);

export const statisticsDate = z.object({ date: z.optional(askedDay(day)) });
export const secretaryParams = z.object({ secretaryId: id });
