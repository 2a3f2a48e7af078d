import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { FoundText } from '#contract/found-text.ts';
import { countWords, findWords, marksOf, searchWords } from '#contract/text/found-words.ts';
import {
  type Db,
  findMatches,
  findNarrowed,
  firstRows,
  formsQuery,
  isWordless,
  newestFirst,
  type OwnedList,
  offsetOf,
  type Paging,
  pageMetaOf,
} from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { isCarriedOn } from '#server/schema/overdue.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskCounts, tasks } from '#server/schema/work.ts';
import { countedStatuses, isNarrowed, momentOf, type TaskFilters, taskCondition } from './task-filter-repository.ts';

const { search: _search, searchKey: _searchKey, listRank: _listRank, ...columns } = getTableColumns(tasks);

export interface ListQuery extends Paging, TaskFilters {
  search?: string | undefined;
  /** Maximum number of matches of a search that are counted. */
  most?: number;
}

/** Order of the list, which the index has too: `taskRank` of the contract, then newest first. */
const byRank = [asc(tasks.listRank), ...newestFirst(tasks)];

/** Returns a page of these owners' tasks across all protocols, overdue ones first, with their total number. */
export async function listTasks(db: Db, owners: readonly string[], query: ListQuery) {
  if (isWordless(query.search) || owners.length === 0) return { rows: [], meta: pageMetaOf(query, 0) };
  const words = searchWords(query.search);
  const isSearched = words.length > 0 || countedStatuses(query) === undefined;
  const { rows, total } = await (isSearched ? searchPage(db, owners, query) : readPage(db, owners, query));
  return {
    rows: rows.map((row) => ({ ...row, found: words.length > 0 ? foundInTask(row, words) : undefined })),
    meta: pageMetaOf(query, total),
  };
}

/**
 * Returns the field of a task that contains most of the searched words: its title, else the name of its assignee or the
 * title of its protocol.
 */
function foundInTask(
  { title, assigneeName, protocolTitle }: { title: string; assigneeName: string | null; protocolTitle: string },
  words: readonly string[],
): FoundText | undefined {
  const places = Object.entries({ title, assignee: assigneeName ?? '', protocol: protocolTitle }).map(
    ([where, text]) => {
      const found = findWords(text, words);
      return { in: where, text, marks: marksOf(found), count: countWords(found) };
    },
  );
  const most = Math.max(...places.map(({ count }) => count));
  const best = most > 0 ? places.find(({ count }) => count === most) : undefined;
  return best && { in: best.in, text: best.text, marks: best.marks };
}

async function readPage(db: Db, owners: readonly string[], query: ListQuery) {
  const rows = await pageOf(db, owners, query);
  return { rows, total: rows[0]?.all ?? (await countOf(db, owners, query))[0]?.total ?? 0 };
}

async function searchPage(db: Db, owners: readonly string[], query: ListQuery) {
  const words = formsQuery(query.search);
  const list = listOf(owners, query);
  const searched = words && {
    ...{ ...list, isNarrowed: isNarrowed(query) },
    own: { words: tasks.search, query: words },
  };
  const { ids, total } = searched
    ? await findMatches(db, searched, query, query.most)
    : await findNarrowed(db, list, query);
  if (ids === undefined) return { rows: await pageOf(db, owners, query), total };
  return { rows: ids.length === 0 ? [] : await shown(db, owners, inArray(tasks.id, ids), query), total };
}

/**
 * Rows are found by the index alone, and only those of the page are read. The total is part of the query, since a
 * separate one would cost as much as the page.
 */
function pageOf(db: Db, owners: readonly string[], query: ListQuery) {
  const page = firstRows(db, listOf(owners, query), { limit: query.limit, offset: offsetOf(query) }).as('page');
  const all = sql<number>`(${countOf(db, owners, query)})`;
  return shown(db, owners, inArray(tasks.id, db.select({ id: page.id }).from(page)), query, { all });
}

/** Selects tasks with the names of what they belong to; for several owners also the owner and the body. */
function shown<More extends Record<string, SQL<number>>>(
  db: Db,
  owners: readonly string[],
  where: SQL | undefined,
  filter: TaskFilters,
  more?: More,
) {
  const names = { protocolTitle: protocols.title, protocolNumber: protocols.number, assigneeName: users.name };
  const owner = sql<string | null>`(select owner.name from users owner where owner.id = ${tasks.ownerId})`;
  const carriedOn = sql<boolean>`${isCarriedOn(momentOf(filter))}`;
  const ownerName = owners.length > 1 ? owner : sql<null>`null`;
  return db
    .select({
      ...{ ...columns, ...names, bodyId: protocols.bodyId, bodyName: bodies.name, ownerName, carriedOn },
      ...(more as More),
    })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .leftJoin(bodies, eq(bodies.id, protocols.bodyId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(where)
    .orderBy(...byRank);
}

function listOf(owners: readonly string[], filter: TaskFilters): OwnedList {
  return {
    ...{ table: tasks, rank: tasks.listRank, owned: { by: tasks.ownerId, owners } },
    where: taskCondition(filter),
  };
}

/** Sums the stored counters, at the same cost for any number of rows. */
function countOf(db: Db, owners: readonly string[], filter: TaskFilters) {
  const statuses = countedStatuses(filter) ?? 'all';
  return db
    .select({ total: sql<number>`coalesce(sum(${taskCounts.total}), 0)::int` })
    .from(taskCounts)
    .where(
      and(
        inArray(taskCounts.ownerId, [...owners]),
        statuses === 'all' ? undefined : inArray(taskCounts.status, [...statuses]),
      ),
    );
}
