import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type FoundDecision, foundDecisions } from '#contract/found-in-protocol.ts';
import { searchWords } from '#contract/found-words.ts';
import { type Db, findMatches, formsQuery, newestFirst, ofOwnerQuery } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

export type DecisionHit = FoundDecision & { protocolId: string; title: string; heldAt: string | null };

/** The first decisions of the owner's protocols with the words, of the newest protocol first; `total` counts the protocols. */
export async function searchDecisions(db: Db, ownerId: string, query: { search: string; limit: number }) {
  const where = conditions(ownerId, query.search);
  if (where === undefined) return { hits: [], total: 0 };
  const { ids, total } = await findMatches(db, protocols, where, { limit: query.limit, page: 1 });
  const rows = await db
    .select({ id: protocols.id, title: protocols.title, heldAt: protocols.heldAt, agenda: protocols.agenda })
    .from(protocols)
    .where(ids ? inArray(protocols.id, ids) : where)
    .orderBy(...newestFirst(protocols))
    .limit(query.limit);
  const words = searchWords(query.search);
  const hits = rows.flatMap(({ id, title, heldAt, agenda }) =>
    foundDecisions(agenda, words).map((each): DecisionHit => ({ ...each, protocolId: id, title, heldAt })),
  );
  return { hits: hits.slice(0, query.limit), total };
}

function conditions(ownerId: string, search: string): SQL | undefined {
  const words = formsQuery(search);
  return (
    words && and(eq(protocols.ownerId, ownerId), sql`${protocols.decisionSearch} @@ ${ofOwnerQuery(ownerId, words)}`)
  );
}
