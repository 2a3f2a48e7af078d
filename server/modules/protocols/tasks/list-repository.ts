import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { FoundText } from '#contract/found-text.ts';
import { countWords, findWords, marksOf, searchWords } from '#contract/found-words.ts';
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
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskCounts, tasks } from '#server/schema/work.ts';
import { countedStatuses, isNarrowed, type TaskFilters, taskCondition } from './task-filter-repository.ts';

const { search: _search, searchKey: _searchKey, listRank: _listRank, ...columns } = getTableColumns(tasks);

export interface ListQuery extends Paging, TaskFilters {
  search?: string | undefined;
  /** So many matches of a search are counted. */
  most?: number;
}

/** The order of the list, which the index holds: `taskRank` of the contract, of equals the newest first. */
const byRank = [asc(tasks.listRank), ...newestFirst(tasks)];

/** A page of these owners' tasks over all protocols, the overdue first, with the number of all of them. */
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

/** Where a task has the searched words: in what is to be done, else in the name of who does it or of its protocol. */
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
  return { rows: ids.length === 0 ? [] : await shown(db, owners, inArray(tasks.id, ids)), total };
}

/**
 * The index alone finds its rows, only they are read. The number of all comes with them, since a question of its own
 * costs as much as the page.
 */
function pageOf(db: Db, owners: readonly string[], query: ListQuery) {
  const page = firstRows(db, listOf(owners, query), { limit: query.limit, offset: offsetOf(query) }).as('page');
  const all = sql<number>`(${countOf(db, owners, query)})`;
  return shown(db, owners, inArray(tasks.id, db.select({ id: page.id }).from(page)), { all });
}

/** Tasks with the names of what they belong to; of several owners also whose they are, and of which body. */
function shown<More extends Record<string, SQL<number>>>(
  db: Db,
  owners: readonly string[],
  where: SQL | undefined,
  more?: More,
) {
  const names = { protocolTitle: protocols.title, protocolNumber: protocols.number, assigneeName: users.name };
  const owner = sql<string | null>`(select owner.name from users owner where owner.id = ${tasks.ownerId})`;
  const ownerName = owners.length > 1 ? owner : sql<null>`null`;
  return db
    .select({ ...columns, ...names, bodyId: protocols.bodyId, bodyName: bodies.name, ownerName, ...(more as More) })
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

/** Counts by the counters, at the same cost for any size. */
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
