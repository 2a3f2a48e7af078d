import { and, eq, gte, lte, or, type SQL, type SQLWrapper, type Subquery, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { offsetOf, type Paging } from './newest-first.ts';
import { columnsOf, conditionOf, endAfter, firstRows, type OwnedList, orderOf } from './owned-list.ts';
import { byListIndex, byWordIndex } from './planner.ts';

/** Matches of a search beyond this number are not counted: who has more narrows the search. */
const mostMatches = 1000;

/** What is searched for in a list, by the words of a column, by another index, or by both. */
export interface Searched extends OwnedList {
  /** Whether `where` may leave so few of the list that the way to the first of them is long. */
  isNarrowed?: boolean;
  /** The column whose index finds the words, and what it is asked. */
  own?: { words: PgColumn; query: SQL };
  /** Ids that another index finds, at most so many; and whether a row with this id is one of them. */
  also?: { find: (most: number | undefined) => Subquery; id: SQL; holds: (id: SQLWrapper) => SQL };
}

/** So few rows of a list are soon told from the others by its index, and sorted. */
const few = 3000;
/** So few rows tell at little cost whether a search finds a good part of all. */
const sampled = 100;

/**
 * The page of a search, and how many rows it finds, of which no more than `most` are counted. What a good part of all rows
 * has is met soon on the way along the list; what few have is gathered by the index of words, and sorted
 * (docs/decisions/0081-search-by-how-common-words-are.md).
 */
export async function findMatches(
  db: Db,
  searched: Searched,
  paging: Paging,
  most = mostMatches,
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
 * The same of a list that is narrowed without words: of many (`ids` undefined) the first are met soon on the way along the
 * list.
 */
export async function findNarrowed(
  db: Db,
  list: OwnedList,
  paging: Paging,
): Promise<{ ids: string[] | undefined; total: number }> {
  const some = db.select(columnsOf(list)).from(list.table).where(conditionOf(list)).limit(mostMatches);
  const { ids, total } = await counted(db, sql`${some}`, list, paging);
  return { ids: total < mostMatches ? ids : undefined, total };
}

/** Those of the first rows of the list that match; the last of them are not looked at once there are `most`. */
function meetMatches(db: Db, searched: Searched, paging: Paging, { among, most }: { among: number; most: number }) {
  const { own, also, rank } = searched;
  const more = { words: sql`${own?.words ?? sql`null`}`.as('words') };
  // The rows come by the index of the list; only these are looked at.
  const first = firstRows(db, searched, { limit: among, more }).as('first');
  // With its table: in a query within this one «id» is another's.
  const matches = or(own && sql`first.words @@ ${own.query}`, also?.holds(sql`first.id`));
  const columns = sql.raw(rank ? 'id, age, rank' : 'id, age');
  const met = sql`select ${columns} from ${first} where ${matches}
    limit ${Math.max(most, offsetOf(paging) + paging.limit)}`;
  return counted(db, met, searched, paging);
}

/** What the indexes of words find: no more than `most`, and of more any. */
function gatherMatches(db: Db, searched: Searched, paging: Paging, most: number) {
  return byWordIndex(db, (tx) => {
    const { own, others } = sourcesOf(tx, searched, most);
    return counted(tx, together(own?.limit(most), others), searched, paging);
  });
}

/** The page of all that they find: among the first of the list, so that few have to be sorted, else among all. */
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

/** The condition that a row is one of the first of the list; undefined where all are. */
async function isAmongFirst(db: Db, searched: Searched): Promise<SQL | undefined> {
  const { column, end } = await endAfter(db, searched, few);
  if (end === undefined) return undefined;
  return searched.rank ? lte(column, end) : gte(column, end);
}

/** The rows that have the words of their own, and those that another index finds. */
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

/** How many rows there are, and the page of them. */
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
