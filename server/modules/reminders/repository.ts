import { and, eq, type SQL, sql } from 'drizzle-orm';
import { assignedTasks } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { noticeRuns } from '#server/schema/notices.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { tasks } from '#server/schema/work.ts';
import { type OfficeClock, startAfter } from './office-clock.ts';

/** Same condition as that of the partial index. */
const isOpen = sql.raw(`assignee_id is not null and status in ('new', 'in_progress')`);

/**
 * Selects reminders for `insertSelected`: of the open tasks whose deadline is near or past on a day of the
 * organization, three days and one day before it, on the day itself, on the first day after it and then every week.
 * Each remains due for several days, so that a server that was down catches up, and is sent only once because of its
 * key. A task whose assignment is about to be sent is left out: the mail would tell it twice.
 */
export function dueReminders(db: Db, { day, now }: Pick<OfficeClock, 'day'> & { now: Date }, zone: string): SQL {
  const waiting = sql`${new Date(now.getTime() - waitingMs).toISOString()}::timestamptz`;
  // One day more, since the day of a deadline may end in another time zone than the organization's.
  const before = startAfter(day, 5, zone).getTime() / 1000;
  // A reopened protocol was signed with deadlines that may differ from the present rows.
  const near = sql`${tasks.id} in (
    select id from tasks where ${isOpen} and list_rank < ${before}
    union
    select near.id from tasks near join protocols again on again.id = near.protocol_id and again.stage <> 'final'
    where near.assignee_id is not null and near.status in ('new', 'in_progress')
      and exists (select 1 from ${finalVersions} where ${finalVersions.protocolId} = again.id))`;
  return sql`select due.user_id, due.kind, due.first_id || ':' || due.day || due.round as key, due.first_id as task_id,
      due.protocol_id, null::text as meeting_id,
      jsonb_build_object('title', due.title, 'due_at', due.due_at, 'protocol_number', due.protocol_number,
        'protocol_title', due.protocol_title) || case when due.days_left < 0
          then jsonb_build_object('days', - due.days_left) else '{}'::jsonb end as facts
    from (
      select given.*, case when days_left < 0 then 'task_overdue' when days_left <= 1 then 'task_due_1' else 'task_due_3' end as kind,
        case when days_left < 0 then ':' || (- days_left - 1) / 7 when days_left = 0 then ':today' else '' end as round
      from (
        select placed.*, placed.day - ${day}::date as days_left
        from (select own.*, ${dayOf(zone)} as day from (${assignedTasks(db, near)}) own
          where own.status in ('new', 'in_progress') and own.due_at is not null) placed
      ) given where days_left <= 3
    ) due
    left join bodies b on b.id = due.body_id
    where (b.reminders is null or substr(due.kind, 6) = any(b.reminders))
      and not exists (select from notices given where given.user_id = due.user_id and given.kind = 'task_given'
        and given.key = due.first_id and given.told_at is null and given.read_at is null
        and greatest(given.mail_due, given.push_due) > ${waiting})`;
}

/** How late a notice may be sent after it is due: deliveries run every minute. */
const waitingMs = 10 * 60_000;

/** The date written in a deadline, else its date in the zone; same rule as `namedDay`. */
const dayOf = (zone: string) => sql`case
  when own.due_at ~ '^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}($|T.*[+-][0-9]{2}:?[0-9]{2}$)' then left(own.due_at, 10)::date
  else (to_timestamp(task_rank('new', own.due_at)) at time zone ${zone})::date end`;

/** Hours after the end of a meeting from which a protocol is considered missing, and until which reminders are sent. */
const meetingHours = { after: 2, most: 4 * 24 };

/**
 * Selects, for `insertSelected`, the owners of meetings that ended without a protocol. Their end is in the key: a meeting
 * that was put off is reported again. The previous version's key was the meeting alone.
 */
export function missingProtocols(now: Date): SQL {
  const hoursAgo = (hours: number) => sql`${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`;
  return sql`select m.owner_id as user_id, 'protocol_missing' as kind,
      m.id || to_char(m.end_at at time zone 'UTC', ' YYYY-MM-DD"T"HH24:MI') as key, null::text as task_id,
      null::text as protocol_id, m.id as meeting_id, jsonb_build_object('title', m.title, 'held_at',
        to_char(m.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as facts
    from meetings m join users owner on owner.id = m.owner_id and owner.role = 'secretary'
    where m.end_at > ${hoursAgo(meetingHours.most)} and m.end_at <= ${hoursAgo(meetingHours.after)}
      and not exists (select 1 from ${protocols} where ${protocols.meetingId} = m.id)
      and not exists (select 1 from notices n where n.user_id = m.owner_id and n.kind = 'protocol_missing'
        and n.key = m.id and n.created_at > m.end_at)`;
}

type Run = 'reminders' | 'week';

/**
 * Records the run of a day and returns whether this caller is the first. A concurrent caller waits for the first
 * transaction, and takes the run if that one is rolled back.
 */
export async function takeRun(db: Db, name: Run, day: string, now: Date): Promise<boolean> {
  const rows = await db
    .insert(noticeRuns)
    .values({ name, day, createdAt: now })
    .onConflictDoNothing()
    .returning({ day: noticeRuns.day });
  return rows.length > 0;
}

export async function hasRun(db: Db, name: Run, day: string): Promise<boolean> {
  return (await db.$count(noticeRuns, and(eq(noticeRuns.name, name), eq(noticeRuns.day, day)))) > 0;
}

/** Deletes runs older than 400 days. */
export async function sweepRuns(db: Db, now: Date): Promise<void> {
  await db
    .delete(noticeRuns)
    .where(sql`${noticeRuns.createdAt} < ${now.toISOString()}::timestamptz - interval '400 days'`);
}
