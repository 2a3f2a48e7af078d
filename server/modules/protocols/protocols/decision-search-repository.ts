import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type FoundDecision, firstDecision, foundDecisions } from '#contract/found-in-protocol.ts';
import { searchWords } from '#contract/found-words.ts';
import { type Db, findMatches, formsQuery, newestFirst, ofOwnerQuery } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';
import { searchedAgenda } from './searched-agenda-repository.ts';

/** Without the decision where its protocol is too long to be looked through. */
export type DecisionHit = { protocolId: string; title: string; heldAt: string | null; decision?: FoundDecision };

/** The first decisions of the owner's protocols with the words, of the newest protocol first; `total` counts the protocols. */
export async function searchDecisions(db: Db, ownerId: string, query: { search: string; limit: number }) {
  const where = conditions(ownerId, query.search);
  if (where === undefined) return { hits: [], total: 0 };
  const { ids, total } = await findMatches(db, protocols, where, { limit: query.limit, page: 1 });
  const rows = await db
    .select({ id: protocols.id, title: protocols.title, heldAt: protocols.heldAt, agenda: searchedAgenda })
    .from(protocols)
    .where(ids ? inArray(protocols.id, ids) : where)
    .orderBy(...newestFirst(protocols))
    .limit(query.limit);
  const words = searchWords(query.search);
  const hits: DecisionHit[] = [];
  for (const { id, agenda, ...row } of rows) {
    const protocol = { protocolId: id, ...row };
    const found = agenda === null ? [] : foundDecisions(agenda, words);
    const decision = agenda === null ? undefined : firstDecision(agenda);
    if (found.length > 0) hits.push(...found.map((each) => ({ ...protocol, decision: each })));
    else hits.push({ ...protocol, ...(decision && { decision }) });
    // Others are answered between one agenda and the next.
    await setImmediate();
  }
  return { hits: hits.slice(0, query.limit), total };
}

function conditions(ownerId: string, search: string): SQL | undefined {
  const words = formsQuery(search);
  return (
    words && and(eq(protocols.ownerId, ownerId), sql`${protocols.decisionSearch} @@ ${ofOwnerQuery(ownerId, words)}`)
  );
}
