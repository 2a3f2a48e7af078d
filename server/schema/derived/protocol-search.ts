import { eq, lt } from 'drizzle-orm';
import { type Database, type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { protocols } from '../protocols.ts';

/** Goes up with every change of what is searched: rows of an older one are written anew by `refreshProtocolSearch`. */
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

/** The search columns of a protocol: its head, its agenda, its decisions and what was said; of very many words the first. */
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

/** So few that nobody waits long on the one connection of the embedded database. */
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
