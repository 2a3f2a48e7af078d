import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Stage } from '#contract/stage.ts';
import type { Db } from '#server/db/database.ts';
import { protocolCounts, protocols } from '#server/db/schema/protocols.ts';
import { prefixQuery } from '#server/db/search-key.ts';

// A page shows neither; a long agenda would be read for nothing.
const { agenda: _agenda, search: _search, searchKey: _searchKey, ...listed } = getTableColumns(protocols);

const newestFirst = [desc(protocols.createdAt), desc(protocols.id)];

/** Matches of a search beyond this number are not counted: who has more narrows the search. */
const mostMatches = 1000;

export type ListQuery = { limit: number; page: number; search?: string | undefined; stage?: Stage | undefined };

/** A page of the owner's protocols, the newest first, with the number of all of them. */
export async function listProtocols(db: Db, ownerId: string, query: ListQuery) {
  const { limit, page } = query;
  const searched = prefixQuery(query.search) !== undefined;
  const { rows, total } = await (searched ? findMatches(db, ownerId, query) : readPage(db, ownerId, query));
  const last_page = Math.max(1, Math.ceil(total / limit));
  return { rows, meta: { current_page: page, per_page: limit, last_page, total } };
}

async function readPage(db: Db, ownerId: string, query: ListQuery) {
  return { rows: await pageOf(db, ownerId, query), total: await countAll(db, ownerId, query.stage) };
}

/** Few matches are gathered by the search's index and sorted; of many the newest are met soon on the way back in time. */
async function findMatches(db: Db, ownerId: string, query: ListQuery) {
  const found = db
    .$with('found')
    .as(
      db
        .select({ id: protocols.id, createdAt: protocols.createdAt })
        .from(protocols)
        .where(conditions(ownerId, query))
        .limit(mostMatches),
    );
  const [counted] = await db
    .with(found)
    .select({
      total: sql<number>`count(*)::int`,
      ids: sql<
        string[]
      >`array(select id from found order by created_at desc, id desc limit ${query.limit} offset ${offsetOf(query)})`,
    })
    .from(found);
  const { total, ids } = counted ?? { total: 0, ids: [] };
  if (total === mostMatches) return { rows: await pageOf(db, ownerId, query), total };
  if (ids.length === 0) return { rows: [], total };
  const rows = db
    .select({ ...listed, ...totals })
    .from(protocols)
    .where(inArray(protocols.id, ids))
    .orderBy(...newestFirst);
  return { rows: await rows, total };
}

/** The query of one page, for those who read its plan: the index alone finds its rows, only they are read and counted. */
export function pageOf(db: Db, ownerId: string, query: ListQuery) {
  const page = db
    .select({ id: protocols.id })
    .from(protocols)
    .where(conditions(ownerId, query))
    .orderBy(...newestFirst)
    .limit(query.limit)
    .offset(offsetOf(query))
    .as('page');
  return db
    .select({ ...listed, ...totals })
    .from(page)
    .innerJoin(protocols, eq(protocols.id, page.id))
    .orderBy(...newestFirst);
}

function conditions(ownerId: string, { search, stage }: ListQuery): SQL | undefined {
  const words = prefixQuery(search);
  return and(
    eq(protocols.ownerId, ownerId),
    stage && eq(protocols.stage, stage),
    words === undefined ? undefined : sql`${protocols.search} @@ to_tsquery('simple', ${words})`,
  );
}

const totals = {
  tasksTotal: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id)`,
  tasksDone: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id and tasks.status = 'done')`,
  membersTotal: sql<number>`(select count(*)::int from members where members.protocol_id = protocols.id)`,
};

/** From the counters: the same cost at any size. */
async function countAll(db: Db, ownerId: string, stage: Stage | undefined): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${protocolCounts.total}), 0)::int` })
    .from(protocolCounts)
    .where(and(eq(protocolCounts.ownerId, ownerId), stage && eq(protocolCounts.stage, stage)));
  return row?.total ?? 0;
}

function offsetOf({ page, limit }: ListQuery): number {
  return (page - 1) * limit;
}
