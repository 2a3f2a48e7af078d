import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { usualQuiet } from '#contract/notices/notice.ts';
import type { Db } from '#server/platform/db/index.ts';
import { settingsOf } from './settings-repository.ts';

// Quiet hours delay pushes alone: mails are sent as soon as they are due.

/** Claims the pushes that are due, except for people in whose quiet hours it is, by the organization's clock. */
export async function claimPushes(db: Db, now: Date, zone: string, most: number) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const from = sql`case when c.user_id is null then ${usualQuiet.from} else c.quiet_from end`;
  const to = sql`case when c.user_id is null then ${usualQuiet.to} else c.quiet_to end`;
  const clock = sql`to_char(${at} at time zone ${zone}, 'HH24:MI')`;
  // Where only one of the hours is set there are no quiet hours: the previous version could store such rows.
  const isQuiet = sql`(${from} is not null and ${to} is not null and case
    when ${from} <= ${to} then ${clock} >= ${from} and ${clock} < ${to}
    else ${clock} >= ${from} or ${clock} < ${to} end)`;
  const { rows } = (await db.execute(sql`
    with claimed as (
      select n.id from notices n left join notice_settings c on c.user_id = n.user_id
      where n.push_due <= ${at} and not ${isQuiet} order by n.push_due limit ${most} for update of n skip locked)
    update notices n set push_due = null, told_at = coalesce(n.told_at, ${at}) where n.id in (select id from claimed)
    returning n.id, n.user_id`)) as unknown as { rows: { id: string; user_id: string }[] };
  return rows;
}

/**
 * Returns the end of a person's quiet hours, by the organization's clock; undefined if it is not quiet now. Attempts
 * to push may last for hours, so each of them asks again.
 */
export async function quietUntil(db: Db, userId: string, now: Date, zone: string): Promise<Date | undefined> {
  const { quietFrom, quietTo } = await settingsOf(db, userId);
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return undefined;
  const [from, to] = [nextAt(quietFrom, now, zone), nextAt(quietTo, now, zone)];
  return to < from ? to : undefined;
}

/** Returns the next instant after this one at which the clocks of the zone show HH:MM. */
function nextAt(clock: string, now: Date, zone: string): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const at = here.withPlainTime(clock);
  const next = at.epochMilliseconds > now.getTime() ? at : at.add({ days: 1 }).withPlainTime(clock);
  return new Date(next.epochMilliseconds);
}
