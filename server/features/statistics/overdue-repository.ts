import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { tasks } from '#server/db/schema/work.ts';
import { officeZone } from '#server/plugins/day-range.ts';

/**
 * Whether a task is open after its deadline, at a moment. A deadline that is a day lasts until that day ends in the
 * office. Offsets are subtracted rather than parsed: a deadline may name one that PostgreSQL refuses (`+23:00`), or the
 * year 0, and must not break everyone's figures.
 */
export function overdueAt(moment: Date): SQL<boolean> {
  const due = tasks.dueAt;
  const at = sql`${moment.toISOString()}::timestamptz`;
  const written = sql`substring(${due} from '^[^T]+T\\d\\d:\\d\\d(?::\\d\\d)?')::timestamp`;
  const offset = sql`(case when ${due} like '%Z' then '0' else right(${due}, 6) end)::interval`;
  const passed = sql`case
    when ${due} is null then false
    when ${due} like '0000%' then true
    when length(${due}) = 10 then (${due}::date + 1)::timestamp at time zone ${officeZone} <= ${at}
    else (${written} - ${offset}) at time zone 'UTC' < ${at}
  end`;
  return sql<boolean>`(${and(inArray(tasks.status, ['new', 'in_progress']), passed)})`;
}
