import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Stage } from '#contract/stage.ts';
import type { Db } from '#server/db/database.ts';
import { findMatches, newestFirst, offsetOf, type Paging, pageMetaOf } from '#server/db/newest-first.ts';
import { protocolCounts, protocols } from '#server/db/schema/protocols.ts';
import { formsQuery } from '#server/db/word-forms.ts';

// A page shows neither; a long agenda would be read for nothing.
const {
  agenda: _agenda,
  search: _search,
  searchKey: _searchKey,
  searchVersion: _searchVersion,
  ...listed
} = getTableColumns(protocols);

export type ListQuery = Paging & { search?: string | undefined; stage?: Stage | undefined };

/** A page of the owner's protocols, the newest first, with the number of all of them. */
export async function listProtocols(db: Db, ownerId: string, query: ListQuery) {
  const searched = formsQuery(query.search) !== undefined;
  const { rows, total } = await (searched ? searchPage(db, ownerId, query) : readPage(db, ownerId, query));
  return { rows, meta: pageMetaOf(query, total) };
}

async function readPage(db: Db, ownerId: string, query: ListQuery) {
  const rows = await pageOf(db, ownerId, query);
  return { rows, total: rows[0]?.all ?? (await countAll(db, ownerId, query.stage)) };
}

async function searchPage(db: Db, ownerId: string, query: ListQuery) {
  const { ids, total } = await findMatches(db, protocols, conditions(ownerId, query), query);
  if (ids === undefined) return { rows: await pageOf(db, ownerId, query), total };
  if (ids.length === 0) return { rows: [], total };
  const rows = db
    .select({ ...listed, ...totals })
    .from(protocols)
    .where(inArray(protocols.id, ids))
    .orderBy(...newestFirst(protocols));
  return { rows: await rows, total };
}

/**
 * The query of one page, for those who read its plan: the index alone finds its rows, only they are read and counted. The
 * number of all comes with them, since a question of its own costs as much as the page.
 */
export function pageOf(db: Db, ownerId: string, query: ListQuery) {
  const page = db
    .select({ id: protocols.id })
    .from(protocols)
    .where(conditions(ownerId, query))
    .orderBy(...newestFirst(protocols))
    .limit(query.limit)
    .offset(offsetOf(query))
    .as('page');
  return db
    .select({ ...listed, ...totals, all: sql<number>`(${countOf(db, ownerId, query.stage)})` })
    .from(page)
    .innerJoin(protocols, eq(protocols.id, page.id))
    .orderBy(...newestFirst(protocols));
}

function conditions(ownerId: string, { search, stage }: ListQuery): SQL | undefined {
  const words = formsQuery(search);
  return and(
    eq(protocols.ownerId, ownerId),
    stage && eq(protocols.stage, stage),
    words === undefined ? undefined : sql`${protocols.search} @@ ${words}`,
  );
}

const totals = {
  tasksTotal: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id)`,
  tasksDone: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id and tasks.status = 'done')`,
  membersTotal: sql<number>`(select count(*)::int from members where members.protocol_id = protocols.id)`,
};

async function countAll(db: Db, ownerId: string, stage: Stage | undefined): Promise<number> {
  return (await countOf(db, ownerId, stage))[0]?.total ?? 0;
}

/** From the counters: the same cost at any size. */
function countOf(db: Db, ownerId: string, stage: Stage | undefined) {
  return db
    .select({ total: sql<number>`coalesce(sum(${protocolCounts.total}), 0)::int` })
    .from(protocolCounts)
    .where(and(eq(protocolCounts.ownerId, ownerId), stage && eq(protocolCounts.stage, stage)));
}
