import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { TaskStatus } from '#contract/task.ts';
import type { Db } from '#server/db/database.ts';
import { meetings } from '#server/db/schema/meetings.ts';
import { users } from '#server/db/schema/people.ts';
import { protocolCounts } from '#server/db/schema/protocols.ts';
import { keywords, tasks } from '#server/db/schema/work.ts';
import type { DayRange } from '#server/plugins/day-range.ts';
import { overdueAt } from './overdue-repository.ts';
import type { Actor } from './policy.ts';

const count = sql<number>`count(*)::int`;
const statusCount = (status: TaskStatus) => sql<number>`(count(*) filter (where ${tasks.status} = ${status}))::int`;

const secretaryOf = (managerId: string) => and(eq(users.managerId, managerId), eq(users.role, 'secretary'));

export async function isSecretaryOf(db: Db, managerId: string, id: string): Promise<boolean> {
  const found = and(eq(users.id, id), secretaryOf(managerId));
  return (await db.select({ id: users.id }).from(users).where(found)).length > 0;
}

/** The figures of each secretary of a manager, blocked ones too: what they did is there. By name. */
export function figuresBySecretary(db: Db, managerId: string, now: Date) {
  const theirTasks = db
    .select({
      tasks: sql<number>`count(*)::int`.as('tasks'),
      done_tasks: sql<number>`(count(*) filter (where ${tasks.status} = 'done'))::int`.as('done_tasks'),
      overdue_tasks: sql<number>`(count(*) filter (where ${overdueAt(now)}))::int`.as('overdue_tasks'),
    })
    .from(tasks)
    .where(eq(tasks.ownerId, users.id))
    .as('their_tasks');
  return db
    .select({
      id: users.id,
      name: users.name,
      is_blocked: users.isBlocked,
      ...heldBy(users.id),
      tasks: theirTasks.tasks,
      done_tasks: theirTasks.done_tasks,
      overdue_tasks: theirTasks.overdue_tasks,
    })
    .from(users)
    .crossJoinLateral(theirTasks)
    .where(secretaryOf(managerId))
    .orderBy(asc(users.searchKey), asc(users.id));
}

/** How many of each a secretary has. */
export function entitiesOf(db: Db, secretaryId: string) {
  const id = sql`${secretaryId}::text`;
  return db
    .select({
      ...heldBy(id),
      tasks: sql<number>`(select ${count} from ${tasks} where ${tasks.ownerId} = ${id})`,
      keywords: sql<number>`(select ${count} from ${keywords} where ${keywords.ownerId} = ${id})`,
    })
    .from(sql`(select 1) as one`);
}

/** A secretary's tasks that were made before a moment, by status; those that are overdue at another one. */
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
      overdue: sql<number>`(count(*) filter (where ${overdueAt(overdue)}))::int`,
    })
    .from(tasks)
    .where(and(eq(tasks.ownerId, secretaryId), lt(tasks.createdAt, madeBefore)));
}

/** Meetings of each day that has any: a secretary's own, a manager's secretaries' together. `zone` as AT TIME ZONE takes it. */
export function meetingsByDay(db: Db, actor: Actor, { from, to }: DayRange, zone: SQL) {
  const owners =
    actor.role === 'manager'
      ? sql`array(${db.select({ id: users.id }).from(users).where(secretaryOf(actor.id))})`
      : sql`array[${actor.id}]::text[]`;
  return db
    .select({
      date: sql<string>`to_char(${meetings.startAt} at time zone ${zone}, 'YYYY-MM-DD')`,
      count,
    })
    .from(meetings)
    .where(and(sql`${meetings.ownerId} = any(${owners})`, gte(meetings.startAt, from), lt(meetings.startAt, to)))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Meetings and protocols of an owner; protocols from their counters. */
function heldBy(owner: SQL | typeof users.id) {
  const stages = sql`select coalesce(sum(${protocolCounts.total}), 0)::int from ${protocolCounts} where ${protocolCounts.ownerId} = ${owner}`;
  return {
    meetings: sql<number>`(select ${count} from ${meetings} where ${meetings.ownerId} = ${owner})`,
    protocols: sql<number>`(${stages})`,
    final_protocols: sql<number>`(${stages} and ${protocolCounts.stage} = 'final')`,
  };
}
