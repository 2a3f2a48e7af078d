import { and, type SQL, sql } from 'drizzle-orm';
import { protocols } from '#server/schema/protocols.ts';

/** Days of meetings, YYYY-MM-DD, both inclusive; `zone` is that of the organization. */
export type HeldDays = { from?: string | undefined; to?: string | undefined; zone: string };

/** The day of the meeting, YYYY-MM-DD: in its own offset, or in the organization's zone if it is in UTC, as in `namedDay`. */
export function heldOn(zone: string | SQL): SQL<string | null> {
  // Rows of older versions may contain years that a cast refuses.
  return sql`case when ${protocols.heldAt} like '%Z' and ${protocols.heldAt} >= '1900' and ${protocols.heldAt} < '2200'
    then to_char(${protocols.heldAt}::timestamptz at time zone ${zone}, 'YYYY-MM-DD') else ${writtenDay} end`;
}

/** Condition on `protocols`: the meeting was held within these days. */
export function isHeldOn({ from, to, zone }: HeldDays): SQL | undefined {
  // The index has the day as it was written, which differs from that of the zone by a day at most.
  return and(
    from === undefined ? undefined : sql`${writtenDay} >= ${dayBeside(from, -1)} and ${heldOn(zone)} >= ${from}`,
    to === undefined ? undefined : sql`${writtenDay} <= ${dayBeside(to, 1)} and ${heldOn(zone)} <= ${to}`,
  );
}

const writtenDay = sql`left(${protocols.heldAt}, 10)`;

function dayBeside(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
