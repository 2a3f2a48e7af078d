import { sql } from 'drizzle-orm';
import { ranksDue } from '#contract/tasks/task-order.ts';
import { isSubscribed } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { isOverdueAt } from '#server/schema/overdue.ts';
import { tasks } from '#server/schema/work.ts';

export type Week = { monday: string; sunday: string; from: Date; to: Date };
export type Manager = { id: string; name: string; email: string };

/** A secretary of a manager, with the figures of their week. */
export type WeekFigures = {
  manager_id: string;
  id: string;
  name: string;
  meetings: number;
  /** Number of those meetings that have no protocol. */
  missing: number;
  final_protocols: number;
  /** Tasks with a deadline in the week, and the number of them that are done. */
  due: number;
  done: number;
  /** Tasks overdue at present, from any week. */
  overdue: number;
};

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const noSummary = (week: string) =>
  sql`not exists (select 1 from week_summaries w where w.user_id = u.id and w.week = ${week})`;
const isSummed = sql`u.role = 'manager' and not u.is_blocked and ${isSubscribed('mail', 'week')}`;

/** Takes a batch of managers who have no summary of this week yet; empty if none is left. No manager is taken twice. */
export async function takeManagers(db: Db, week: string, now: Date, most: number): Promise<Manager[]> {
  const { rows } = (await db.execute(sql`
    with claimed as (
      insert into week_summaries (user_id, week, created_at)
      select u.id, ${week}, ${instant(now)} from users u left join notice_settings c on c.user_id = u.id
      where ${isSummed} and ${noSummary(week)} order by u.id limit ${most}
      on conflict do nothing returning user_id)
    select u.id, u.name, u.email from users u join claimed on claimed.user_id = u.id order by u.id`)) as unknown as {
    rows: Manager[];
  };
  return rows;
}

/** Returns whether any manager still lacks the summary of this week. */
export async function isAnybodyLeft(db: Db, week: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`select 1 from users u left join notice_settings c on c.user_id = u.id
    where ${isSummed} and ${noSummary(week)} limit 1`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

/**
 * Returns the figures of all secretaries of these managers, in the order of their names. Each figure is one index range
 * scan.
 */
export async function figuresOfWeek(
  db: Db,
  managers: readonly string[],
  { from, to }: Week,
  now: Date,
): Promise<WeekFigures[]> {
  const { open, done } = ranksDue(from, to);
  const { rows } = (await db.execute(sql`
    select s.manager_id, s.id, coalesce(nullif(s.name, ''), s.email) as name, held.meetings, held.missing,
      final.protocols as final_protocols, (due.open + ended.done) as due, ended.done, late.overdue
    from users s
    cross join lateral (select count(*)::int as meetings,
      (count(*) filter (where m.end_at <= ${instant(now)}
        and not exists (select 1 from protocols p where p.meeting_id = m.id)))::int as missing
      from meetings m where m.owner_id = s.id and m.start_at >= ${instant(from)} and m.start_at < ${instant(to)}) held
    cross join lateral (select count(*)::int as protocols from protocols p where p.owner_id = s.id and p.stage = 'final'
      and p.stage_changed_at >= ${instant(from)} and p.stage_changed_at < ${instant(to)}) final
    cross join lateral (select count(*)::int as open from tasks t where t.owner_id = s.id
      and t.list_rank >= ${open.from} and t.list_rank < ${open.below}) due
    cross join lateral (select count(*)::int as done from tasks t where t.owner_id = s.id
      and t.list_rank > ${done.above} and t.list_rank <= ${done.most}) ended
    cross join lateral (select count(*)::int as overdue from ${tasks} where ${tasks.ownerId} = s.id
      and ${isOverdueAt(now)}) late
    where s.role = 'secretary' and s.manager_id in (${sql.join(
      managers.map((id) => sql`${id}`),
      sql`, `,
    )})
    order by s.manager_id, s.search_key, s.id`)) as unknown as { rows: WeekFigures[] };
  return rows;
}

/** Records which mail contained each summary. */
export async function noteMails(
  db: Db,
  week: string,
  mails: readonly { manager: string; mail: string }[],
): Promise<void> {
  if (mails.length === 0) return;
  await db.execute(sql`update week_summaries w set mail_id = m.mail
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as m (manager text, mail text)
    where w.user_id = m.manager and w.week = ${week}`);
}
