import { and, eq, exists, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type BodyNumbering, numberOf } from '#contract/bodies/body.ts';
import { numberKey } from '#contract/protocols/protocol-number.ts';
import { namedDay, type OfficeTime, officeDay } from '#server/platform/days/index.ts';
import { type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { finalVersions, protocolNumbers, protocols } from '#server/schema/protocols.ts';

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
  return numberOf(numbering, await firstFree(db, series, await readCounter(db, scope, year)));
}

/**
 * Returns the next free number. The counter's row is locked until the transaction ends, so that no number is assigned
 * twice.
 */
export async function takeNextNumber(db: Db, series: NumberSeries): Promise<string> {
  const { scope, year, numbering } = series;
  // Many numbers may have been given by hand: they are walked before the lock, under it only what was taken meanwhile.
  const free = await firstFree(db, series, await readCounter(db, scope, year));
  const next = await firstFree(db, series, Math.max(free - 1, await lockCounter(db, scope, year)));
  await db.update(protocolNumbers).set({ last: next }).where(isCounter(scope, year));
  return numberOf(numbering, next);
}

/**
 * Returns whether another protocol has the number in its scope and year, or was signed under it there, ignoring leading
 * zeros. The counter's row is locked until the transaction ends, so that concurrent callers wait until this number is
 * written.
 */
export async function isNumberTaken(
  db: Db,
  { id, number, numberScope: scope, numberYear: year }: GivenNumber,
): Promise<boolean> {
  await lockCounter(db, scope, year);
  const key = numberKey(number);
  const [other] = await db
    .select({ id: protocols.id })
    .from(protocols)
    .where(and(isIn(protocols, scope, year), eq(keyIn(protocols), key), ne(protocols.id, id)))
    .limit(1);
  if (other !== undefined) return true;
  const [signed] = await db
    .select({ id: finalVersions.id })
    .from(finalVersions)
    .where(and(isIn(finalVersions, scope, year), eq(keyIn(finalVersions), key), ne(finalVersions.protocolId, id)))
    .limit(1);
  return signed !== undefined;
}

/** @returns the last number assigned */
async function readCounter(db: Db, scope: string, year: number): Promise<number> {
  const [counter] = await db.select({ last: protocolNumbers.last }).from(protocolNumbers).where(isCounter(scope, year));
  return counter?.last ?? 0;
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

/**
 * Returns the first number after this one that no protocol has and none was signed under. One statement looks up number
 * after number in the indexes, so that it reads no more than the taken ones.
 */
async function firstFree(db: Db, { scope, year, numbering }: NumberSeries, last: number): Promise<number> {
  const { prefix, suffix } = numbering?.is_own ? numbering : {};
  const key = keyOf(sql`${prefix ?? ''}::text || walked.number || ${suffix ?? ''}::text`);
  const has = (table: Numbered) =>
    exists(
      db
        .select({ key: keyIn(table) })
        .from(table)
        .where(and(isIn(table, scope, year), eq(keyIn(table), key))),
    );
  const walk = sql`(with recursive walked (number) as (
    select ${last + 1}::int
    union all select number + 1 from walked where ${or(has(protocols), has(finalVersions))}
  ) select number from walked)`;
  const [free] = await db.select({ number: sql<number>`max(number)` }).from(sql`${walk} as numbers`);
  return free?.number ?? last + 1;
}

type GivenNumber = { id: string; number: string; numberScope: string; numberYear: number };

/** Protocols have their present numbers, final versions those that they were signed under. */
type Numbered = typeof protocols | typeof finalVersions;

/** `numberKey` as an SQL expression, identical to that of the indexes `protocols_number_key` and `final_versions_number`. */
function keyIn({ number }: Numbered): SQL<string> {
  return keyOf(number);
}

function keyOf(number: SQLWrapper): SQL<string> {
  return sql<string>`regexp_replace(${number}, '^0+(?=[0-9])', '')`;
}

function isIn({ numberScope, numberYear }: Numbered, scope: string, year: number): SQL | undefined {
  return and(eq(numberScope, scope), eq(numberYear, year));
}

function isCounter(scope: string, year: number): SQL | undefined {
  return and(eq(protocolNumbers.scope, scope), eq(protocolNumbers.year, year));
}
