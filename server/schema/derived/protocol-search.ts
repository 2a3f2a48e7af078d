import { eq, lt } from 'drizzle-orm';
import { type Database, type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { protocols } from '../protocols.ts';

/** Incremented when what is searched changes: `refreshProtocolSearch` rewrites rows of an older version. */
const version = 3;

const searched = {
  title: protocols.title,
  number: protocols.number,
  kind: protocols.kind,
  place: protocols.place,
  organization: protocols.organization,
  agenda: protocols.agenda,
};

type Searched = Pick<typeof protocols.$inferSelect, 'title' | 'agenda'> &
  Partial<Pick<typeof protocols.$inferSelect, 'number' | 'kind' | 'place' | 'organization'>>;

/**
 * Returns the search columns of a protocol: its head, agenda, decisions and passages; of very many words only the
 * first.
 */
export function protocolSearch({ title, number, kind, place, organization, agenda }: Searched) {
  const questions = agenda.map((item) => item.title);
  const decisions = agenda.flatMap(({ decision, decisions }) => [
    decision,
    ...(decisions ?? []).map(({ text }) => text),
  ]);
  const spoken = agenda.flatMap(({ listened, discussion }) => [listened, discussion]);
  return {
    searchKey: searchKeyOf(title, number, kind, place, organization, ...questions, ...decisions, ...spoken),
    decisionKey: searchKeyOf(...decisions),
    searchVersion: version,
  };
}

/** Few enough that nobody waits long for the embedded database's one connection. */
const atOnce = 20;

/** Renews the search columns of protocols that an older version of the app wrote, some at a time. */
export async function refreshProtocolSearch(database: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await database.db.transaction(refreshSome)) === atOnce);
}

async function refreshSome(db: Db): Promise<number> {
  const rows = await db
    .select({ id: protocols.id, ...searched })
    .from(protocols)
    .where(lt(protocols.searchVersion, version))
    .limit(atOnce)
    .for('update', { skipLocked: true });
  for (const row of rows) await db.update(protocols).set(protocolSearch(row)).where(eq(protocols.id, row.id));
  return rows.length;
}
