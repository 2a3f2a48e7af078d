import { setImmediate } from 'node:timers/promises';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import { type FoundDecision, firstDecision, foundDecisions } from '#contract/search/found-in-protocol.ts';
import { searchWords } from '#contract/text/found-words.ts';
import { type Db, findMatches, formsQuery, newestFirst, ofOwnersQuery } from '#server/platform/db/index.ts';
import { protocols } from '#server/schema/protocols.ts';

/** A hit; without `decision` if the protocol is too long to be searched through. */
export type DecisionHit = { protocolId: string; title: string; heldAt: string | null; decision?: FoundDecision };

type DecisionQuery = { search: string; limit: number; most: number };

/**
 * Returns the first decisions with the words in these owners' protocols, newest protocol first; `total` counts the
 * protocols.
 */
export async function searchDecisions(db: Db, owners: readonly string[], { search, limit, most }: DecisionQuery) {
  const words = formsQuery(search);
  if (words === undefined || owners.length === 0) return { hits: [], total: 0 };
  const searched = {
    ...{ table: protocols, owned: { by: protocols.ownerId, owners }, where: undefined },
    own: { words: protocols.decisionSearch, query: ofOwnersQuery(owners, words) },
  };
  const { ids, total } = await findMatches(db, searched, { limit, page: 1 }, most);
  const rows = await db
    .select({ id: protocols.id, title: protocols.title, heldAt: protocols.heldAt, agenda: searchedAgenda })
    .from(protocols)
    .where(inArray(protocols.id, ids))
    .orderBy(...newestFirst(protocols));
  return { hits: (await hitsIn(rows, searchWords(search))).slice(0, limit), total };
}

type Row = { id: string; title: string; heldAt: string | null; agenda: AgendaItem[] | null };

async function hitsIn(rows: readonly Row[], words: readonly string[]): Promise<DecisionHit[]> {
  const hits: DecisionHit[] = [];
  for (const { id, agenda, ...row } of rows) {
    const protocol = { protocolId: id, ...row };
    const found = agenda === null ? [] : foundDecisions(agenda, words);
    const decision = agenda === null ? undefined : firstDecision(agenda);
    if (found.length > 0) hits.push(...found.map((each) => ({ ...protocol, decision: each })));
    else hits.push({ ...protocol, ...(decision && { decision }) });
    // Lets other requests run between two agendas.
    await setImmediate();
  }
  return hits;
}

const maxAgendaBytes = 256 * 1024;

/**
 * Agenda in which the place of searched words is looked up; null if it is so long that reading it would delay all other
 * requests. The compressed size is checked first, since it is smaller than the text.
 */
export const searchedAgenda: SQL<AgendaItem[] | null> = sql`case
  when pg_column_size(${protocols.agenda}) > ${maxAgendaBytes} then null
  when octet_length(${protocols.agenda}::text) > ${maxAgendaBytes} then null
  else ${protocols.agenda} end`.mapWith(protocols.agenda);
