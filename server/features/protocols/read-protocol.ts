import type { Protocol } from '#contract/protocol.ts';
import type { Db } from '#server/db/database.ts';
import { membersOf, tasksOf } from './details-repository.ts';
import { type DescribeVideo, protocolRow } from './protocol-view.ts';
import { getProtocol } from './repository.ts';

export type ReadProtocol = (db: Db, ownerId: string, id: string) => Promise<Protocol>;

/** Reads the owner's protocol with its agenda, tasks and members, as its screen shows it. */
export function createProtocolReader(describeVideo: DescribeVideo): ReadProtocol {
  return async (db, ownerId, id) => {
    const row = await getProtocol(db, ownerId, id);
    const tasks = await tasksOf(db, id);
    const members = await membersOf(db, id);
    return { ...protocolRow(row, describeVideo), agenda: row.agenda, tasks, members };
  };
}
