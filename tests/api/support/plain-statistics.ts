import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/database.ts';

/** First moment of a period, and the first moment after it. */
export type Span = { from: Date; to: Date };

// A deadline given as a day ends when that day ends in the office's zone.
const due = sql`case when length(due_at) = 10 then (due_at::date + 1)::timestamp at time zone 'Europe/Moscow' - interval '1 second'
  else due_at::timestamptz end`;

// A meeting's day is the day in the zone in which it was written; UTC stands for the office's zone.
const held = sql`case when p.held_at like '%Z' then (p.held_at::timestamptz at time zone 'Europe/Moscow')::date
  else left(p.held_at, 10)::date end`;

/** Computes a manager's figures by plain, inefficient SQL, with which the server's answers are compared. */
export async function plainTotals(db: Db, managerId: string, now: Date) {
  const { rows } = await run(
    db,
    sql`select u.id, u.name, u.is_blocked,
      (select count(*)::int from meetings m where m.owner_id = u.id) as meetings,
      (select count(*)::int from protocols p where p.owner_id = u.id) as protocols,
      (select count(*)::int from protocols p where p.owner_id = u.id and p.stage = 'final') as final_protocols,
      (select count(*)::int from tasks t where t.owner_id = u.id) as tasks,
      (select count(*)::int from tasks t where t.owner_id = u.id and t.status = 'done') as done_tasks,
      (select count(*)::int from tasks t where t.owner_id = u.id and t.status in ('new', 'in_progress')
        and ${due} < ${now.toISOString()}::timestamptz) as overdue_tasks
    from users u where u.manager_id = ${managerId} and u.role = 'secretary' order by u.search_key, u.id`,
  );
  return rows;
}

/** Computes the figures of a period, by secretary. */
export async function plainPeriod(db: Db, managerId: string, { from, to }: Span, now: Date) {
  const within = (moment: ReturnType<typeof sql>) =>
    sql`${moment} >= ${from.toISOString()}::timestamptz and ${moment} < ${to.toISOString()}::timestamptz`;
  const { rows } = await run(
    db,
    sql`select u.id, u.name, u.is_blocked,
      (select count(*)::int from meetings m where m.owner_id = u.id and ${within(sql`m.start_at`)}) as meetings,
      (select count(*)::int from tasks t where t.owner_id = u.id and t.status <> 'cancelled' and ${within(due)}) as due_tasks,
      (select count(*)::int from tasks t where t.owner_id = u.id and t.status = 'done' and ${within(due)}) as done_tasks,
      (select count(*)::int from tasks t where t.owner_id = u.id and t.status in ('new', 'in_progress') and ${within(due)}
        and ${due} < ${now.toISOString()}::timestamptz) as overdue_tasks,
      (select count(*)::int from protocols p where p.owner_id = u.id and p.stage = 'final'
        and ${within(sql`p.stage_changed_at`)}) as final_protocols,
      (select percentile_cont(0.5) within group (order by greatest(0,
          (p.stage_changed_at at time zone 'Europe/Moscow')::date - ${held}))
        from protocols p where p.owner_id = u.id and p.stage = 'final' and p.held_at is not null
        and ${within(sql`p.stage_changed_at`)})::float8 as median_days
    from users u where u.manager_id = ${managerId} and u.role = 'secretary' order by u.search_key, u.id`,
  );
  return rows;
}

/**
 * Counts the final protocols by the days they took, over all secretaries of a manager; `days` is null without a
 * meeting's day.
 */
export async function plainFinalDays(db: Db, managerId: string, { from, to }: Span) {
  const { rows } = await run(
    db,
    sql`select greatest(0, (p.stage_changed_at at time zone 'Europe/Moscow')::date - ${held}) as days,
      p.held_at is null as undated, count(*)::int as protocols
    from protocols p join users u on u.id = p.owner_id
    where u.manager_id = ${managerId} and u.role = 'secretary' and p.stage = 'final'
      and p.stage_changed_at >= ${from.toISOString()}::timestamptz and p.stage_changed_at < ${to.toISOString()}::timestamptz
    group by 1, 2 order by 2, 1`,
  );
  return rows;
}

const run = async (db: Db, query: ReturnType<typeof sql>) =>
  (await db.execute(query)) as unknown as { rows: Record<string, unknown>[] };
