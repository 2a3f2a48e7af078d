import { and, asc, eq, getTableColumns, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { TaskStatus } from '#contract/task.ts';
import { ranksOf, type TaskFilter } from '#contract/task-order.ts';
import {
  type Db,
  findMatches,
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
  now: Date;
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
  const searched = query.status === 'overdue' || formsQuery(query.search) !== undefined;
  const { rows, total } = await (searched ? searchPage(db, ownerId, query) : readPage(db, ownerId, query));
  return { rows, meta: pageMetaOf(query, total) };
}

async function readPage(db: Db, ownerId: string, query: ListQuery) {
  const rows = await pageOf(db, ownerId, query);
  return { rows, total: rows[0]?.all ?? (await countOf(db, ownerId, query))[0]?.total ?? 0 };
}

async function searchPage(db: Db, ownerId: string, query: ListQuery) {
  const { ids, total } = await findMatches(db, tasks, conditions(ownerId, query), query, {
    rank: tasks.listRank,
  });
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

function conditions(ownerId: string, { search, status, now }: ListQuery): SQL | undefined {
  const words = formsQuery(search);
  const { above, below, most } = status ? ranksOf(status, now) : {};
  return and(
    eq(tasks.ownerId, ownerId),
    above === undefined ? undefined : gt(tasks.listRank, above),
    below === undefined ? undefined : lt(tasks.listRank, below),
    most === undefined ? undefined : lte(tasks.listRank, most),
    words === undefined ? undefined : sql`${tasks.search} @@ ${words}`,
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
