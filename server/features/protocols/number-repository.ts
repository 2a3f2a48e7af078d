import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { numberKey } from '#contract/protocol-number.ts';
import type { Db } from '#server/db/database.ts';
import { protocolNumbers, protocols } from '#server/db/schema/protocols.ts';
import { searchKeyOf } from '#server/db/search-key.ts';
import { namedDay, type OfficeTime, officeDay } from '#server/plugins/day-range.ts';

/** Numbers run within an organization, or within what one secretary writes where none is named, and within a year. */
export function numberScopeOf(ownerId: string, organization: string | null | undefined): string {
  const name = searchKeyOf(organization);
  return name === '' ? `owner:${ownerId}` : `org:${name}`;
}

/** The year of the meeting where it was held; without a date that of a moment in the organization. */
export function numberYearOf(heldAt: string | null | undefined, office: OfficeTime): number {
  return Number((heldAt ? namedDay(heldAt, office.zone) : officeDay(office)).slice(0, 4));
}

/** The number that `takeNextNumber` would give now; nothing is taken. */
export async function findNextNumber(db: Db, scope: string, year: number): Promise<string> {
  const here = and(eq(protocolNumbers.scope, scope), eq(protocolNumbers.year, year));
  const [counter] = await db.select({ last: protocolNumbers.last }).from(protocolNumbers).where(here);
  const rows = await db
    .select({ number: protocols.number })
    .from(protocols)
    .where(and(eq(protocols.numberScope, scope), eq(protocols.numberYear, year), isNotNull(protocols.number)));
  const taken = new Set(rows.map(({ number }) => numberKey(number ?? '')));
  let next = (counter?.last ?? 0) + 1;
  while (taken.has(String(next))) next += 1;
  return String(next);
}

/** The next free number. The counter's row is locked until the transaction ends, so that no two get the same one. */
export async function takeNextNumber(db: Db, scope: string, year: number): Promise<string> {
  for (;;) {
    const [counter] = await db
      .insert(protocolNumbers)
      .values({ scope, year, last: 1 })
      .onConflictDoUpdate({
        target: [protocolNumbers.scope, protocolNumbers.year],
        set: { last: sql`${protocolNumbers.last} + 1` },
      })
      .returning({ last: protocolNumbers.last });
    const number = String(counter?.last);
    // A number that somebody gave by hand is left out.
    const [taken] = await db
      .select({ id: protocols.id })
      .from(protocols)
      .where(isNumbered(scope, year, number));
    if (!taken) return number;
  }
}

/**
 * Whether another protocol has the number in its scope and year, perhaps with zeros before it. The counter's row is
 * locked until the transaction ends: whoever asks at the same time is answered after this one is written.
 */
export async function isNumberTaken(
  db: Db,
  { id, number, numberScope: scope, numberYear: year }: Numbered,
): Promise<boolean> {
  await db
    .insert(protocolNumbers)
    .values({ scope, year, last: 0 })
    .onConflictDoUpdate({
      target: [protocolNumbers.scope, protocolNumbers.year],
      set: { last: sql`${protocolNumbers.last}` },
    });
  const [taken] = await db
    .select({ id: protocols.id })
    .from(protocols)
    .where(and(isNumbered(scope, year, number), ne(protocols.id, id)))
    .limit(1);
  return taken !== undefined;
}

type Numbered = { id: string; number: string; numberScope: string; numberYear: number };

/** By `numberKey`, as SQL says it. */
function isNumbered(scope: string, year: number, number: string): SQL | undefined {
  return and(
    eq(protocols.numberScope, scope),
    eq(protocols.numberYear, year),
    eq(sql`regexp_replace(${protocols.number}, '^0+(?=[0-9])', '')`, numberKey(number)),
  );
}
