import * as z from 'zod/mini';
import { day, maybe } from './common.ts';
import { id } from './id.ts';

const amount = z.catch(z.optional(z.nullable(z.number())), undefined);

/** GET /stats/manager/all: totals over the manager's secretaries and a row for each. */
export const managerStatistics = z.looseObject({
  secretaries: amount,
  meetings: amount,
  protocols: amount,
  final_protocols: amount,
  tasks: amount,
  done_tasks: amount,
  overdue_tasks: amount,
  by_secretary: maybe(
    z.array(
      z.looseObject({
        id,
        name: maybe(z.string()),
        meetings: amount,
        protocols: amount,
        tasks: amount,
        overdue_tasks: amount,
      }),
    ),
  ),
});

/** GET /stats/secretary/meetings: meetings of each day of the range that has any. */
export const meetingsOfDay = z.looseObject({ date: z.string(), count: z.number() });

/** GET /stats/secretary/{id}/entities: how many of each. */
export const entityCounts = z.looseObject({
  meetings: amount,
  protocols: amount,
  final_protocols: amount,
  tasks: amount,
  keywords: amount,
});

/** GET /stats/secretary/{secretaryId}/tasks: tasks by status on a date. */
export const taskCounts = z.looseObject({
  total: amount,
  new: amount,
  in_progress: amount,
  done: amount,
  cancelled: amount,
  overdue: amount,
});

export const statisticsDate = z.object({ date: z.optional(day) });
export const secretaryParams = z.object({ secretaryId: id });
