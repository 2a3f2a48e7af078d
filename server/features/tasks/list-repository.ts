import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { findMatches, newestFirst, offsetOf, type Paging, pageMetaOf } from '#server/db/newest-first.ts';
import { users } from '#server/db/schema/people.ts';
import { protocols } from '#server/db/schema/protocols.ts';
import { taskCounts, tasks } from '#server/db/schema/work.ts';
import { formsQuery } from '#server/db/word-forms.ts';

const { search: _search, searchKey: _searchKey, ...columns } = getTableColumns(tasks);

export type ListQuery = Paging & { search?: string | undefined };

/** A page of the owner's tasks over all protocols, the newest first as protocols are, with the number of all of them. */
export async function listTasks(db: Db, ownerId: string, query: ListQuery) {
  const searched = formsQuery(query.search) !== undefined;
  const { rows, total } = await (searched ? searchPage(db, ownerId, query) : readPage(db, ownerId, query));
  return { rows, meta: pageMetaOf(query, total) };
}

async function readPage(db: Db, ownerId: string, query: ListQuery) {
  const rows = await pageOf(db, ownerId, query);
  return { rows, total: rows[0]?.all ?? (await countOf(db, ownerId))[0]?.total ?? 0 };
}

async function searchPage(db: Db, ownerId: string, query: ListQuery) {
  const { ids, total } = await findMatches(db, tasks, conditions(ownerId, query), query);
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
    .orderBy(...newestFirst(tasks))
    .limit(query.limit)
    .offset(offsetOf(query));
  return shown(db, inArray(tasks.id, page), { all: sql<number>`(${countOf(db, ownerId)})` });
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
    .orderBy(...newestFirst(tasks));
}

function conditions(ownerId: string, { search }: ListQuery): SQL | undefined {
  const words = formsQuery(search);
  return and(eq(tasks.ownerId, ownerId), words === undefined ? undefined : sql`${tasks.search} @@ ${words}`);
}

/** From the counters: the same cost at any size. */
function countOf(db: Db, ownerId: string) {
  return db
    .select({ total: sql<number>`coalesce(sum(${taskCounts.total}), 0)::int` })
    .from(taskCounts)
    .where(eq(taskCounts.ownerId, ownerId));
}
