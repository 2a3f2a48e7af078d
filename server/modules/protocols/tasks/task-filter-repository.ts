import { and, eq, gt, gte, isNull, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { nobody, type TaskStatus } from '#contract/tasks/task.ts';
import { ranksDue, ranksOf, type StatusFilter, type TaskFilter } from '#contract/tasks/task-order.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import { isOverdueAt } from '#server/schema/overdue.ts';
import { protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';

/** Filter of a list of tasks; `nobody` may stand for a person and for a body. */
export interface TaskFilters {
  status?: StatusFilter | undefined;
  assigneeId?: string | undefined;
  bodyId?: string | undefined;
  /** Deadline within these days; cancelled tasks are left out. */
  due?: DayRange | undefined;
  /** Created before this moment, which is also the one for which overdue tasks are determined. */
  madeBefore?: Date | undefined;
  now: Date;
}

/** Statuses of each filter. Overdue tasks are counted by a query instead, since their number changes over time. */
const statusesOf: Record<Exclude<StatusFilter, 'overdue'>, readonly TaskStatus[]> = {
  open: ['new', 'in_progress'],
  new: ['new'],
  in_progress: ['in_progress'],
  done: ['done'],
  cancelled: ['cancelled'],
};

/** Returns the statuses whose stored counters give the total; undefined if the filter is narrower. */
export function countedStatuses(filter: TaskFilters): readonly TaskStatus[] | 'all' | undefined {
  if (isNarrowed(filter) || filter.status === 'overdue') return undefined;
  return filter.status ? statusesOf[filter.status] : 'all';
}

/** Returns whether the filter has more than a status. */
export function isNarrowed({ assigneeId, bodyId, due, madeBefore }: TaskFilters): boolean {
  return [assigneeId, bodyId, due, madeBefore].some((each) => each !== undefined);
}

/** Returns the condition of a filter; that for the owner is separate. */
export function taskCondition(filter: TaskFilters): SQL | undefined {
  const { status, assigneeId, bodyId, due, madeBefore } = filter;
  return and(
    status && ofStatus(status, filter),
    assigneeId === undefined ? undefined : ofPerson(assigneeId),
    bodyId === undefined ? undefined : ofBody(bodyId),
    due && dueIn(due),
    madeBefore && lt(tasks.createdAt, madeBefore),
  );
}

function ofStatus(status: StatusFilter, filter: TaskFilters): SQL | undefined {
  if (status === 'new' || status === 'in_progress' || status === 'cancelled') return eq(tasks.status, status);
  const moment = momentOf(filter);
  return status === 'overdue' ? isOverdueAt(moment) : isRanked(status, moment);
}

/** Returns the moment of a filter: nothing counts as overdue in the future, even if the period ends later. */
export function momentOf({ madeBefore, now }: Pick<TaskFilters, 'madeBefore' | 'now'>): Date {
  return madeBefore && madeBefore < now ? madeBefore : now;
}

/** Returns the condition of a status that the rank in the list encodes; `rank` may be another than the stored one. */
export function isRanked(status: TaskFilter, moment: Date, rank: SQLWrapper = tasks.listRank): SQL | undefined {
  const { above, below, most } = ranksOf(status, moment);
  return and(
    above === undefined ? undefined : sql`${rank} > ${above}`,
    below === undefined ? undefined : sql`${rank} < ${below}`,
    most === undefined ? undefined : sql`${rank} <= ${most}`,
  );
}

const ofPerson = (id: string) => (id === nobody ? isNull(tasks.assigneeId) : eq(tasks.assigneeId, id));

function ofBody(bodyId: string): SQL {
  // Checked for each task: a list of all protocols without a body would be longer than that of the tasks.
  if (bodyId === nobody) return sql`(${bodyOfTask}) is null`;
  return sql`${tasks.protocolId} in (select ${protocols.id} from ${protocols} where ${protocols.bodyId} = ${bodyId})`;
}

/** Body of a task's protocol. */
export const bodyOfTask: SQL = sql`select ${protocols.bodyId} from ${protocols} where ${protocols.id} = ${tasks.protocolId}`;

function dueIn({ from, to }: DayRange): SQL | undefined {
  const { open, done } = ranksDue(from, to);
  return or(
    and(gte(tasks.listRank, open.from), lt(tasks.listRank, open.below)),
    and(gt(tasks.listRank, done.above), lte(tasks.listRank, done.most)),
  );
}
