import { desc, eq, type SQL, type Subquery, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

export type Paging = { limit: number; page: number };
type Listed = PgTable & { id: PgColumn; createdAt: PgColumn };

/** Matches of a search beyond this number are not counted: who has more narrows the search. */
export const mostMatches = 1000;

/** The order of every list that grows. */
export const newestFirst = (table: Listed) => [desc(table.createdAt), desc(table.id)];

export const offsetOf = ({ page, limit }: Paging) => (page - 1) * limit;

export function pageMetaOf({ page, limit }: Paging, total: number) {
  return { current_page: page, per_page: limit, last_page: Math.max(1, Math.ceil(total / limit)), total };
}

/**
 * The page of a search: few matches are gathered by the search's index and sorted, by `rank` before their age where it
 * is given, and by another moment than that of their making where `by` names it, and `ids` are the page's; of many (`ids` undefined) the first are met soon on the way along the list.
 */
export async function findMatches(
  db: Db,
  table: Listed,
  where: SQL | undefined,
  paging: Paging,
  {
    rank,
    by,
    also,
  }: { rank?: PgColumn; by?: PgColumn; also?: { from: Subquery; id: SQL; where: SQL | undefined } | undefined } = {},
) {
  const columns = {
    id: sql<string>`${table.id}`.as('id'),
    createdAt: sql`${by ?? table.createdAt}`.as('created_at'),
    rank: sql`${rank ?? sql`0`}`.as('rank'),
  };
  const own = db.select(columns).from(table).where(where).limit(mostMatches);
  const all = also
    ? own.union(db.select(columns).from(also.from).innerJoin(table, eq(table.id, also.id)).where(also.where))
    : own;
  const found = db.$with('found').as(all);
  const [counted] = await db
    .with(found)
    .select({
      total: sql<number>`count(*)::int`,
      ids: sql<
        string[]
      >`array(select id from found order by rank, created_at desc, id desc limit ${paging.limit} offset ${offsetOf(paging)})`,
    })
    .from(found);
  const { total, ids } = counted ?? { total: 0, ids: [] };
  return { total: Math.min(total, mostMatches), ids: total >= mostMatches ? undefined : ids };
}
