import * as z from 'zod/mini';
import { boolean, day, maybe, string, whenUsed } from './common.ts';
import { id } from './id.ts';

const amount = z.catch(z.optional(z.nullable(z.number())), undefined);

/** Who a row of figures is about. */
const secretaryOfRow = { id, name: maybe(string), is_blocked: maybe(boolean) };

/** What there is of all time, of one secretary or of all. */
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
 * Of a period: meetings that begin in it, tasks whose deadline lies in it (cancelled ones aside), and final protocols
 * that became so in it, by their version in force, with the median of the days that they took.
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
 * GET /stats/manager/period, ours: the sums of a period, and a row for each secretary. `final_days`: how many final
 * protocols took so many calendar days from the meeting on, by days; those that name no day of a meeting are `undated`.
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

/** GET /stats/secretary/meetings: meetings of each day of the range that has any. */
export const meetingsOfDay = whenUsed(() => z.looseObject({ date: z.string(), count: z.number() }));

/** GET /stats/secretary/{id}/entities: how many of each; `coming_meetings`, ours, are those of them that have not begun. */
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

export const statisticsDate = z.object({ date: z.optional(day) });
export const secretaryParams = z.object({ secretaryId: id });
