import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { type BodyNumbering, numberOf } from '#contract/body.ts';
import { numberKey } from '#contract/protocol-number.ts';
import { type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { namedDay, type OfficeTime, officeDay } from '#server/platform/http/index.ts';
import { protocolNumbers, protocols } from '#server/schema/protocols.ts';

/**
 * Returns the scope within which numbers are unique per year: a body, an organization, or, if none is named, one
 * secretary.
 * @param bodyId a body that numbers its protocols separately
 */
export function numberScopeOf(ownerId: string, organization: string | null | undefined, bodyId?: string): string {
  if (bodyId !== undefined) return `body:${bodyId}`;
  const name = searchKeyOf(organization);
  return name === '' ? `owner:${ownerId}` : `org:${name}`;
}

/** Returns the year of the meeting in its own time zone; without a date, that of `office.now` in the organization. */
export function numberYearOf(heldAt: string | null | undefined, office: OfficeTime): number {
  return Number((heldAt ? namedDay(heldAt, office.zone) : officeDay(office)).slice(0, 4));
}

/** Scope of a number, and the format of a body that numbers its protocols separately. */
export type NumberSeries = { scope: string; year: number; numbering?: BodyNumbering | undefined };

/** Returns the number that `takeNextNumber` would give now, without reserving it. */
export async function findNextNumber(db: Db, series: NumberSeries): Promise<string> {
  const { scope, year, numbering } = series;
  const [counter] = await db.select({ last: protocolNumbers.last }).from(protocolNumbers).where(isCounter(scope, year));
  return numberOf(numbering, await firstFree(db, series, counter?.last ?? 0));
}

/**
 * Returns the next free number. The counter's row is locked until the transaction ends, so that no number is assigned
 * twice.
 */
export async function takeNextNumber(db: Db, series: NumberSeries): Promise<string> {
  const { scope, year, numbering } = series;
  const next = await firstFree(db, series, await lockCounter(db, scope, year));
  await db.update(protocolNumbers).set({ last: next }).where(isCounter(scope, year));
  return numberOf(numbering, next);
}

/**
 * Returns whether another protocol has the number in its scope and year, ignoring leading zeros. The counter's row is
 * locked until the transaction ends, so that concurrent callers wait until this number is written.
 */
export async function isNumberTaken(
  db: Db,
  { id, number, numberScope: scope, numberYear: year }: Numbered,
): Promise<boolean> {
  await lockCounter(db, scope, year);
  const [other] = await db
    .select({ id: protocols.id })
    .from(protocols)
    .where(and(isIn(scope, year), eq(storedKey, numberKey(number)), ne(protocols.id, id)))
    .limit(1);
  return other !== undefined;
}

/** @returns the last number assigned */
async function lockCounter(db: Db, scope: string, year: number): Promise<number> {
  const [counter] = await db
    .insert(protocolNumbers)
    .values({ scope, year, last: 0 })
    .onConflictDoUpdate({
      target: [protocolNumbers.scope, protocolNumbers.year],
      set: { last: sql`${protocolNumbers.last}` },
    })
    .returning({ last: protocolNumbers.last });
  return counter?.last ?? 0;
}

const maxProbed = 2_000;

/** Returns the first unused number after this one; numbers are looked up in growing batches. */
async function firstFree(db: Db, { scope, year, numbering }: NumberSeries, last: number): Promise<number> {
  const keyOf = (number: number) => numberKey(numberOf(numbering, number));
  for (let from = last + 1, count = 20; ; from += count, count = Math.min(count * 10, maxProbed)) {
    const numbers = Array.from({ length: count }, (_, index) => from + index);
    const rows = await db
      .select({ key: storedKey })
      .from(protocols)
      .where(and(isIn(scope, year), inArray(storedKey, numbers.map(keyOf))));
    const used = new Set(rows.map(({ key }) => key));
    const free = numbers.find((number) => !used.has(keyOf(number)));
    if (free !== undefined) return free;
  }
}

type Numbered = { id: string; number: string; numberScope: string; numberYear: number };

/** `numberKey` as an SQL expression, identical to that of the index `protocols_number_key`. */
const storedKey = sql<string>`regexp_replace(${protocols.number}, '^0+(?=[0-9])', '')`;

function isIn(scope: string, year: number): SQL | undefined {
  return and(eq(protocols.numberScope, scope), eq(protocols.numberYear, year));
}

function isCounter(scope: string, year: number): SQL | undefined {
  return and(eq(protocolNumbers.scope, scope), eq(protocolNumbers.year, year));
}
