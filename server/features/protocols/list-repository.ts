import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Stage } from '#contract/stage.ts';
import type { Db } from '#server/db/database.ts';
import { protocolCounts, protocols } from '#server/db/schema/protocols.ts';
import { prefixQuery } from '#server/db/search-key.ts';

// A page shows neither; a long agenda would be read for nothing.
const { agenda: _agenda, search: _search, searchKey: _searchKey, ...listed } = getTableColumns(protocols);

/** Matches of a search beyond this number are not counted: who has more narrows the search. */
const mostMatches = 1000;

export type ListQuery = { limit: number; page: number; search?: string | undefined; stage?: Stage | undefined };

/** A page of the owner's protocols, the newest first, with the number of all of them. */
export async function listProtocols(db: Db, ownerId: string, query: ListQuery) {
  const { limit, page, search, stage } = query;
  const rows = await pageOf(db, ownerId, query);
  const searched = prefixQuery(search) !== undefined;
  const total = searched ? await countMatches(db, conditions(ownerId, query)) : await countAll(db, ownerId, stage);
  const last_page = Math.max(1, Math.ceil(total / limit));
  return { rows, meta: { current_page: page, per_page: limit, last_page, total } };
}

/** The query of one page, for those who read its plan. */
export function pageOf(db: Db, ownerId: string, query: ListQuery) {
  return db
    .select({ ...listed, ...totals })
    .from(protocols)
    .where(conditions(ownerId, query))
    .orderBy(desc(protocols.createdAt), desc(protocols.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
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

async function countMatches(db: Db, where: SQL | undefined): Promise<number> {
  const matches = db.select({ one: sql`1` }).from(protocols).where(where).limit(mostMatches).as('matches');
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(matches);
  return row?.total ?? 0;
}
