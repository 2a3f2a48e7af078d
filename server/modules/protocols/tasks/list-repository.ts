import { and, asc, eq, getTableColumns, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { FoundText } from '#contract/found-text.ts';
import { countWords, findWords, marksOf, searchWords } from '#contract/found-words.ts';
import type { TaskStatus } from '#contract/task.ts';
import { ranksOf, type TaskFilter } from '#contract/task-order.ts';
import {
  type Db,
  findMatches,
  findNarrowed,
  formsQuery,
  isWordless,
  newestFirst,
  offsetOf,
  type Paging,
  pageMetaOf,
} from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { taskCounts, tasks } from '#server/schema/work.ts';

const { search: _search, searchKey: _searchKey, listRank: _listRank, ...columns } = getTableColumns(tasks);

export interface ListQuery extends Paging {
  search?: string | undefined;
  status?: TaskFilter | undefined;
  assigneeId?: string | undefined;
  now: Date;
  /** So many matches of a search are counted. */
  most?: number;
}

/** The order of the list, which the index holds: `taskRank` of the contract, of equals the newest first. */
const byRank = [asc(tasks.listRank), ...newestFirst(tasks)];

/** Of which statuses a filter is made; how many are overdue changes with the hour, and is counted. */
const counted: Record<Exclude<TaskFilter, 'overdue'>, readonly TaskStatus[]> = {
  open: ['new', 'in_progress'],
  done: ['done'],
};

/** A page of the owner's tasks over all protocols, the overdue first, with the number of all of them. */
export async function listTasks(db: Db, ownerId: string, query: ListQuery) {
  if (isWordless(query.search)) return { rows: [], meta: pageMetaOf(query, 0) };
  const words = searchWords(query.search);
  const searched = query.status === 'overdue' || query.assigneeId !== undefined || words.length > 0;
  const { rows, total } = await (searched ? searchPage(db, ownerId, query) : readPage(db, ownerId, query));
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

async function readPage(db: Db, ownerId: string, query: ListQuery) {
  const rows = await pageOf(db, ownerId, query);
  return { rows, total: rows[0]?.all ?? (await countOf(db, ownerId, query))[0]?.total ?? 0 };
}

async function searchPage(db: Db, ownerId: string, query: ListQuery) {
  const words = formsQuery(query.search);
  const listed = { table: tasks, where: conditions(ownerId, query), rank: tasks.listRank };
  const searched = words && {
    ...{ ...listed, isNarrowed: query.assigneeId !== undefined },
    own: { words: tasks.search, query: words },
  };
  const { ids, total } = searched
    ? await findMatches(db, searched, query, query.most)
    : await findNarrowed(db, listed, query);
  if (ids === undefined) return { rows: await pageOf(db, ownerId, query), total };
  return { rows: ids.length === 0 ? [] : await shown(db, inArray(tasks.id, ids)), total };
}

/**
 * The index alone finds its rows, only they are read. The number of all comes with them, since a question of its own
 * costs as much as the page.
 */
function pageOf(db: Db, ownerId: string, query: ListQuery) {
  const page = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(conditions(ownerId, query))
    .orderBy(...byRank)
    .limit(query.limit)
    .offset(offsetOf(query));
  return shown(db, inArray(tasks.id, page), { all: sql<number>`(${countOf(db, ownerId, query)})` });
}

/** Tasks with the names of what they belong to. */
function shown<More extends Record<string, SQL<number>>>(db: Db, where: SQL | undefined, more?: More) {
  const names = { protocolTitle: protocols.title, protocolNumber: protocols.number, assigneeName: users.name };
  return db
    .select({ ...columns, ...names, ...(more as More) })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(where)
    .orderBy(...byRank);
}

function conditions(ownerId: string, { status, assigneeId, now }: ListQuery): SQL | undefined {
  const { above, below, most } = status ? ranksOf(status, now) : {};
  return and(
    eq(tasks.ownerId, ownerId),
    above === undefined ? undefined : gt(tasks.listRank, above),
    below === undefined ? undefined : lt(tasks.listRank, below),
    most === undefined ? undefined : lte(tasks.listRank, most),
    assigneeId === undefined ? undefined : eq(tasks.assigneeId, assigneeId),
  );
}

/** Counts by the counters, at the same cost for any size. */
function countOf(db: Db, ownerId: string, { status }: ListQuery) {
  const statuses = status && status !== 'overdue' ? counted[status] : undefined;
  return db
    .select({ total: sql<number>`coalesce(sum(${taskCounts.total}), 0)::int` })
    .from(taskCounts)
    .where(and(eq(taskCounts.ownerId, ownerId), statuses && inArray(taskCounts.status, [...statuses])));
}
