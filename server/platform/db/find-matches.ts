import { and, eq, gte, lte, or, type SQL, type SQLWrapper, type Subquery, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import {
  columnsOf,
  conditionOf,
  endAfter,
  firstRows,
  type OwnedList,
  offsetOf,
  orderOf,
  type Paging,
} from './owned-list.ts';

/** Matches beyond this number are not counted: whoever finds more narrows the search. */
const maxMatches = 1000;

/** A search in a list: by the words of a column, by another index, or by both. */
export interface Searched extends OwnedList {
  /** Whether `where` may leave so few rows that scanning the list for the first of them takes long. */
  isNarrowed?: boolean;
  /** The column whose index finds the words, and the query for it. */
  own?: { words: PgColumn; query: SQL };
  /** Another index: finds at most `most` ids; `holds` tells whether a row's id is among those it finds. */
  also?: { find: (most: number | undefined) => Subquery; id: SQL; holds: (id: SQLWrapper) => SQL };
}

/** Number of first rows of the list that its index separates from the others quickly, and that are cheap to sort. */
const few = 3000;
/** Number of rows that tell at little cost whether a search matches a large share of the list. */
const sampled = 100;

/**
 * Returns a page of a search, and the number of matches, counted up to `most`. Matches that a large share of rows has
 * turn up early in a scan of the list in its order; rare ones are gathered by the word index and sorted
 * (docs/decisions/0081-search-by-how-common-words-are.md).
 */
export async function findMatches(
  db: Db,
  searched: Searched,
  paging: Paging,
  most = maxMatches,
): Promise<{ ids: string[]; total: number }> {
  const first = searched.isNarrowed ? undefined : await meetMatches(db, searched, paging, { among: sampled, most });
  if (first && first.total >= sampled / 4) {
    const more = await byListIndex(db, (tx) => meetMatches(tx, searched, paging, { among: 4 * most, most }));
    if (more.total >= most) return { ...more, total: most };
  }
  const some = await gatherMatches(db, searched, paging, most);
  if (some.total < most) return some;
  const isMet = first !== undefined && first.total >= offsetOf(paging) + paging.limit;
  return { ids: isMet ? first.ids : await sortMatches(db, searched, paging), total: most };
}

/**
 * The same for a list that is narrowed without words. With `maxMatches` rows or more `ids` is undefined: the first
 * rows then turn up early in a scan of the list.
 */
export async function findNarrowed(
  db: Db,
  list: OwnedList,
  paging: Paging,
): Promise<{ ids: string[] | undefined; total: number }> {
  const some = db.select(columnsOf(list)).from(list.table).where(conditionOf(list)).limit(maxMatches);
  const { ids, total } = await counted(db, sql`${some}`, list, paging);
  return { ids: total < maxMatches ? ids : undefined, total };
}

/** Finds matches among the first `among` rows of the list; the scan stops after `most` matches. */
function meetMatches(db: Db, searched: Searched, paging: Paging, { among, most }: { among: number; most: number }) {
  const { own, also, rank } = searched;
  const more = { words: sql`${own?.words ?? sql`null`}`.as('words') };
  // The rows come from the index of the list; only these are tested.
  const first = firstRows(db, searched, { limit: among, more }).as('first');
  // Qualified with its table: inside a subquery «id» would be another column.
  const matches = or(own && sql`first.words @@ ${own.query}`, also?.holds(sql`first.id`));
  const columns = sql.raw(rank ? 'id, age, rank' : 'id, age');
  const met = sql`select ${columns} from ${first} where ${matches}
    limit ${Math.max(most, offsetOf(paging) + paging.limit)}`;
  return counted(db, met, searched, paging);
}

/** Gathers what the word indexes find: at most `most` rows, an arbitrary choice if there are more. */
function gatherMatches(db: Db, searched: Searched, paging: Paging, most: number) {
  return byWordIndex(db, (tx) => {
    const { own, others } = sourcesOf(tx, searched, most);
    return counted(tx, together(own?.limit(most), others), searched, paging);
  });
}

/**
 * Returns the page of all matches: from the first rows of the list if they suffice, so that few are sorted, else from
 * all.
 */
async function sortMatches(db: Db, searched: Searched, paging: Paging): Promise<string[]> {
  const [order, most] = [orderOf(searched), offsetOf(paging) + paging.limit];
  const first = searched.isNarrowed ? undefined : await isAmongFirst(db, searched);
  for (const part of first ? [first, undefined] : [undefined]) {
    const met = await byWordIndex(db, (tx) => {
      const { own, others } = sourcesOf(tx, { ...searched, where: and(searched.where, part) });
      const sorted = together(own?.orderBy(...order).limit(most), others?.orderBy(...order).limit(most));
      return counted(tx, sorted, searched, paging);
    });
    if (met.total >= most || part === undefined) return met.ids;
  }
  return [];
}

/** Returns the condition that a row is one of the first `few` of the list; undefined if the list has no more. */
async function isAmongFirst(db: Db, searched: Searched): Promise<SQL | undefined> {
  const { column, end } = await endAfter(db, searched, few);
  if (end === undefined) return undefined;
  return searched.rank ? lte(column, end) : gte(column, end);
}

/** Queries for the rows that match by their own words, and for those that the other index finds. */
function sourcesOf(db: Db, { own, also, ...list }: Searched, most?: number) {
  const { table } = list;
  const [columns, where] = [columnsOf(list), conditionOf(list)];
  const found = own && and(where, sql`${own.words} @@ ${own.query}`);
  return {
    own: own && db.select(columns).from(table).where(found).$dynamic(),
    others:
      also && db.select(columns).from(also.find(most)).innerJoin(table, eq(table.id, also.id)).where(where).$dynamic(),
  };
}

function together(own: SQLWrapper | undefined, others: SQLWrapper | undefined): SQL {
  if (own && others) return sql`(${own}) union (${others})`;
  return sql`${own ?? others}`;
}

/** Returns the number of the rows, and the page of them. */
async function counted(
  db: Db,
  rows: SQL,
  { rank }: Pick<Searched, 'rank'>,
  paging: Paging,
): Promise<{ ids: string[]; total: number }> {
  const order = sql.raw(rank ? 'rank, age desc, id desc' : 'age desc, id desc');
  const answer = await db.execute(sql`with found as (${rows}) select count(*)::int as total,
    array(select id from found order by ${order} limit ${paging.limit} offset ${offsetOf(paging)}) as ids from found`);
  const [row] = (answer as unknown as { rows: { ids: string[]; total: number }[] }).rows;
  return row ?? { ids: [], total: 0 };
}

/**
 * Runs queries that must find rows by a word index. The planner does not know the cost of reading the words of a row,
 * which are stored out of line and compressed: it would rather scan thousands of rows.
 */
function byWordIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_indexscan'], run);
}

/**
 * Runs queries for the first rows of a list in the order of its index. The other plans would read the rest of the rows,
 * most of which are far larger than their ids.
 */
function byListIndex<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  return without(db, ['enable_seqscan', 'enable_bitmapscan'], run);
}

/** Runs a transaction with these planner settings off; must not be used inside another one. */
function without<T>(db: Db, plannerSettings: readonly string[], run: (db: Db) => Promise<T>): Promise<T> {
  const off = plannerSettings.map((setting) => sql`set_config(${setting}, 'off', true)`);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select ${sql.join(off, sql`, `)}`);
    return run(tx);
  });
}
