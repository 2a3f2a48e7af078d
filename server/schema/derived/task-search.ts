import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { type Db, searchKeyOf } from '#server/platform/db/index.ts';
import { users } from '../people.ts';
import { protocols } from '../protocols.ts';
import { tasks } from '../work.ts';

/** Returns the search key of a task: its words, its assignee, and the title of its protocol. */
export function taskSearchKey(title: string, assignee: string | null | undefined, protocol: string): string {
  return searchKeyOf(title, assignee, protocol);
}

const atOnce = 500;

/**
 * Rewrites the search keys of these tasks, within a transaction: after a change of the tasks, of their protocol's title
 * (`eq(tasks.protocolId, …)`) or of an assignee's name (`eq(tasks.assigneeId, …)`).
 */
export async function refreshTaskSearch(db: Db, which: SQL): Promise<void> {
  // Locked before anything is read, and in a fixed order: of two concurrent changes the later one sees the words of the
  // earlier one, and there is no deadlock.
  await db.select({ id: tasks.id }).from(tasks).where(which).orderBy(asc(tasks.id)).for('no key update');
  const rows = await db
    .select({ id: tasks.id, title: tasks.title, assignee: users.name, protocol: protocols.title, now: tasks.searchKey })
    .from(tasks)
    .innerJoin(protocols, eq(protocols.id, tasks.protocolId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(which);
  const keys = rows.map((row) => ({ ...row, key: taskSearchKey(row.title, row.assignee, row.protocol) }));
  const stale = keys.filter(({ key, now }) => key !== now);
  for (let from = 0; from < stale.length; from += atOnce) {
    const part = stale.slice(from, from + atOnce).map(({ id, key }) => sql`(${id}, ${key})`);
    await db.execute(sql`update ${tasks} set search_key = fresh.key
      from (values ${sql.join(part, sql`, `)}) as fresh (id, key) where ${tasks.id} = fresh.id`);
  }
}
