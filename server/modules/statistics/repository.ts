import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { TaskStatus } from '#contract/tasks/task.ts';
import { secretaryOf } from '#server/modules/identity/index.ts';
import type { DayRange } from '#server/platform/days/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { isOverdueAt } from '#server/schema/overdue.ts';
import { users } from '#server/schema/people.ts';
import { protocolCounts } from '#server/schema/protocols.ts';
import { keywords, taskCounts, tasks } from '#server/schema/work.ts';
import type { Actor } from './policy.ts';

const count = sql<number>`count(*)::int`;
const statusCount = (status: TaskStatus) => sql<number>`(count(*) filter (where ${tasks.status} = ${status}))::int`;

export async function isSecretaryOf(
  db: Db,
  { managerId, secretaryId }: { managerId: string; secretaryId: string },
): Promise<boolean> {
  const found = and(eq(users.id, secretaryId), secretaryOf(managerId));
  return (await db.select({ id: users.id }).from(users).where(found)).length > 0;
}

/** Returns the figures of each secretary of a manager by name, also of blocked ones, whose work still counts. */
export function figuresBySecretary(db: Db, managerId: string, now: Date) {
  const overdue = db
    .select({ overdue_tasks: sql<number>`count(*)::int`.as('overdue_tasks') })
    .from(tasks)
    .where(and(eq(tasks.ownerId, users.id), isOverdueAt(now)))
    .as('overdue');
  return db
    .select({
      id: users.id,
      name: users.name,
      is_blocked: users.isBlocked,
      ...heldBy(users.id),
      done_tasks: sql<number>`(${tasksOf(users.id)} and ${taskCounts.status} = 'done')`,
      overdue_tasks: overdue.overdue_tasks,
    })
    .from(users)
    .crossJoinLateral(overdue)
    .where(secretaryOf(managerId))
    .orderBy(asc(users.searchKey), asc(users.id));
}

/**
 * Returns how many of each entity a secretary has. Future meetings are counted separately, since a series fills the
 * calendar for a year ahead.
 */
export function entitiesOf(db: Db, secretaryId: string, now: Date) {
  const id = sql`${secretaryId}::text`;
  return db
    .select({
      ...heldBy(id),
      coming_meetings: sql<number>`(select ${count} from ${meetings} where ${meetings.ownerId} = ${id} and ${gt(meetings.startAt, now)})`,
      keywords: sql<number>`(select ${count} from ${keywords} where ${keywords.ownerId} = ${id})`,
    })
    .from(sql`(select 1) as one`);
}

/** Returns a secretary's tasks created before one moment, by status, and those overdue at another. */
export function tasksByStatus(
  db: Db,
  secretaryId: string,
  { madeBefore, overdue }: { madeBefore: Date; overdue: Date },
) {
  return db
    .select({
      total: count,
      new: statusCount('new'),
      in_progress: statusCount('in_progress'),
      done: statusCount('done'),
      cancelled: statusCount('cancelled'),
      overdue: sql<number>`(count(*) filter (where ${isOverdueAt(overdue)}))::int`,
    })
    .from(tasks)
    .where(and(eq(tasks.ownerId, secretaryId), lt(tasks.createdAt, madeBefore)));
}

/**
 * Returns the meetings per day, without empty days: of one secretary, or of all secretaries of a manager. `zone` is
 * used in AT TIME ZONE.
 */
export function meetingsByDay(db: Db, whose: Actor, { from, to }: DayRange, zone: SQL) {
  const owner =
    whose.role === 'manager'
      ? inArray(meetings.ownerId, db.select({ id: users.id }).from(users).where(secretaryOf(whose.id)))
      : eq(meetings.ownerId, whose.id);
  const days = db
    .select({ day: sql<string>`(${meetings.startAt} at time zone ${zone})::date`.as('day') })
    .from(meetings)
    .where(and(owner, gte(meetings.startAt, from), lt(meetings.startAt, to)))
    .as('days');
  return db
    .select({ date: sql<string>`to_char(${days.day}, 'YYYY-MM-DD')`, count })
    .from(days)
    .groupBy(days.day)
    .orderBy(days.day);
}

/** Returns how many of each entity an owner has; protocols and tasks come from their counters. */
function heldBy(owner: SQL | typeof users.id) {
  const stages = sql`select coalesce(sum(${protocolCounts.total}), 0)::int from ${protocolCounts} where ${protocolCounts.ownerId} = ${owner}`;
  return {
    meetings: sql<number>`(select ${count} from ${meetings} where ${meetings.ownerId} = ${owner})`,
    protocols: sql<number>`(${stages})`,
    final_protocols: sql<number>`(${stages} and ${protocolCounts.stage} = 'final')`,
    tasks: sql<number>`(${tasksOf(owner)})`,
  };
}

function tasksOf(owner: SQL | typeof users.id): SQL {
  return sql`select coalesce(sum(${taskCounts.total}), 0)::int from ${taskCounts} where ${taskCounts.ownerId} = ${owner}`;
}
