import { and, desc, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** One row by its id, of this owner only. */
export type OwnId = { ownerId: string; id: string };

/** A list and its order, for which there is an index by owner. */
export interface OwnedList {
  table: Listed;
  /** Condition on the owner, if `owned` is missing, and any further filter. */
  where: SQL | undefined;
  /** The owner's column, and the owners; without it `where` names the owner. */
  owned?: { by: PgColumn; owners: readonly (string | Placeholder)[] };
  /** Column that the list is sorted by before age. */
  rank?: PgColumn | undefined;
  /** Column to take the age from instead of `createdAt`. */
  by?: PgColumn | undefined;
}

/** Range of rows. */
type Span = { limit: number | Placeholder; offset?: number | Placeholder };

/** Columns by which the list is searched and sorted. */
export const columnsOf = ({ table, rank, by }: Pick<OwnedList, 'table' | 'rank' | 'by'>) => ({
  id: sql<string>`${table.id}`.as('id'),
  age: sql`${by ?? table.createdAt}`.as('age'),
  ...(rank && { rank: sql`${rank}`.as('rank') }),
});

export const orderOf = ({ table, rank, by }: Pick<OwnedList, 'table' | 'rank' | 'by'>) => [
  ...(rank ? [rank] : []),
  desc(by ?? table.createdAt),
  desc(table.id),
];

/** Returns the condition for all rows of the list. */
export function conditionOf({ where, owned }: OwnedList): SQL | undefined {
  return owned ? and(inArray(owned.by, [...owned.owners]), where) : where;
}

/**
 * Returns the first rows of a list, with the columns of `more` beside those that it is sorted by. The index has no
 * common order for several owners: the first rows of each are merged.
 */
export function firstRows(
  db: Db,
  list: OwnedList,
  { limit, offset = 0, more = {} }: Span & { more?: Record<string, SQL.Aliased> },
) {
  const { table, where, owned } = list;
  const rows = { ...columnsOf(list), ...more };
  if (!owned || owned.owners.length < 2) {
    return db
      .select(rows)
      .from(table)
      .where(conditionOf(list))
      .orderBy(...orderOf(list))
      .limit(limit)
      .offset(offset);
  }
  const each = db
    .select(rows)
    .from(table)
    .where(and(sql`${owned.by} = whose.id`, where))
    .orderBy(...orderOf(list))
    .limit(sql`${limit}::int + ${offset}::int` as unknown as Placeholder)
    .as('each');
  const merged = Object.fromEntries(
    Object.keys(rows).map((name) => [name, sql`${sql.identifier('each')}.${sql.identifier(name)}`.as(name)]),
  ) as typeof rows;
  return db
    .select(merged)
    .from(whoseRows(owned.owners))
    .crossJoinLateral(each)
    .orderBy(sql.raw(`${list.rank ? 'each.rank, ' : ''}each.age desc, each.id desc`))
    .limit(limit)
    .offset(offset);
}

/**
 * Returns the column that a list is sorted by first, and its value after `rows` rows; with several owners, after an
 * equal share of each, at the earliest of these ends. `end` is undefined if there are no more rows.
 */
export async function endAfter(db: Db, list: OwnedList, rows: number): Promise<{ column: PgColumn; end: unknown }> {
  const { table, where, owned, rank } = list;
  const column = rank ?? list.by ?? table.createdAt;
  const owners = owned?.owners ?? [];
  const each = db
    .select({ place: sql`${column}`.as('place') })
    .from(table)
    .where(owners.length > 1 ? and(sql`${owned?.by} = whose.id`, where) : conditionOf(list))
    .orderBy(...orderOf(list))
    .limit(1)
    .offset(Math.ceil(rows / Math.max(1, owners.length)))
    .as('each');
  const first = sql`${sql.raw(rank ? 'min' : 'max')}(each.place)`.mapWith(column);
  const [found] =
    owners.length > 1
      ? await db.select({ end: first }).from(whoseRows(owners)).crossJoinLateral(each)
      : await db.select({ end: first }).from(each);
  return { column, end: found?.end ?? undefined };
}

const whoseRows = (owners: readonly (string | Placeholder)[]) =>
  sql`unnest(${sql.param([...owners])}::text[]) as whose(id)`;

export type Paging = { limit: number; page: number };
type Listed = PgTable & { id: PgColumn; createdAt: PgColumn };

/** The order of every list that grows. */
export const newestFirst = (table: Listed) => [desc(table.createdAt), desc(table.id)];

export const offsetOf = ({ page, limit }: Paging) => (page - 1) * limit;

type Counted = readonly { all: number }[];

/**
 * Meta of a page whose rows carry the total in `all`. A page past the end has no such row: `count` is asked then, so that
 * it does not say that there is nothing.
 */
export async function pageMetaBy(paging: Paging, found: Counted, count: () => Promise<Counted>) {
  const [row] = found.length > 0 || paging.page === 1 ? found : await count();
  return pageMetaOf(paging, row?.all ?? 0);
}

/** The column of a count of all rows. */
export const countedRows = sql<number>`count(*)::int`;

export function pageMetaOf({ page, limit }: Paging, total: number) {
  return { current_page: page, per_page: limit, last_page: Math.max(1, Math.ceil(total / limit)), total };
}
