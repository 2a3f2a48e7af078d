import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { protocolNumbers, protocols } from '#server/db/schema/protocols.ts';
import { searchKeyOf } from '#server/db/search-key.ts';

/** Numbers run within an organization, or within what one secretary writes where none is named, and within a year. */
export function numberScopeOf(ownerId: string, organization: string | null | undefined): string {
  const name = searchKeyOf(organization);
  return name === '' ? `owner:${ownerId}` : `org:${name}`;
}

/** The year of the meeting where it was held; without a date the current one. */
export function numberYearOf(heldAt: string | null | undefined, now: Date): number {
  return Number((heldAt ?? now.toISOString()).slice(0, 4));
}

/** The number that `takeNextNumber` would give now; nothing is taken. */
export async function findNextNumber(db: Db, scope: string, year: number): Promise<string> {
  const here = and(eq(protocolNumbers.scope, scope), eq(protocolNumbers.year, year));
  const [counter] = await db.select({ last: protocolNumbers.last }).from(protocolNumbers).where(here);
  const rows = await db
    .select({ number: protocols.number })
    .from(protocols)
    .where(and(eq(protocols.numberScope, scope), eq(protocols.numberYear, year), isNotNull(protocols.number)));
  const taken = new Set(rows.map(({ number }) => number));
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
      .where(and(eq(protocols.numberScope, scope), eq(protocols.numberYear, year), eq(protocols.number, number)));
    if (!taken) return number;
  }
}
