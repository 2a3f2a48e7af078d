import { and, asc, eq, inArray, isNull, like, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { OwnedWork } from '#contract/identity/handover.ts';
import { formsKey } from '#contract/text/word-forms.ts';
import { maxKeywords } from '#server/modules/insights/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { forgetRepliesTo } from '#server/platform/idempotency/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { transcripts, uploadChunks, uploads } from '#server/schema/video.ts';
import { keywords, tasks } from '#server/schema/work.ts';

/** Ids of the secretary who hands over and of the one who receives. */
type Handover = { from: string; to: string };

/**
 * Returns both people, locked in a fixed order until the transaction ends, so that concurrent handovers run one after
 * the other.
 */
export async function lockPeople(db: Db, { from, to }: Handover) {
  const { id, role, isBlocked, managerId, name } = users;
  const found = await db
    .select({ id, role, isBlocked, managerId, name })
    .from(users)
    .where(inArray(id, [from, to]))
    .orderBy(asc(id))
    .for('no key update');
  const personOf = (wanted: string) => found.find((person) => person.id === wanted);
  return { from: personOf(from), to: personOf(to) };
}

export async function isThere(db: Db, id: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, id))) > 0;
}

export const countBodies = (db: Db, ownerId: string): Promise<number> => db.$count(bodies, eq(bodies.ownerId, ownerId));

export async function countWork(db: Db, ownerId: string): Promise<OwnedWork> {
  const count = (table: PgTable, owner: PgColumn) => db.$count(table, eq(owner, ownerId));
  const open = inArray(tasks.status, ['new', 'in_progress']);
  return {
    protocols: await count(protocols, protocols.ownerId),
    tasks: await count(tasks, tasks.ownerId),
    open_tasks: await db.$count(tasks, and(eq(tasks.ownerId, ownerId), open)),
    meetings: await count(meetings, meetings.ownerId),
    series: await count(meetingSeries, meetingSeries.ownerId),
    bodies: await countBodies(db, ownerId),
    externals: await db.$count(users, isAddedBy(ownerId)),
  };
}

/**
 * Moves everything that one secretary owns to another, within a transaction that has locked both. Contents stay as they
 * are: the people in a protocol, its number, its versions and their authors.
 * @returns the counts of what was moved
 */
export async function moveWork(db: Db, handover: Handover, now: Date): Promise<OwnedWork> {
  const { from, to } = handover;
  await lockAllWork(db, from);
  const moved = await countWork(db, from);
  await moveRecordings(db, handover, now);
  const own = { ownerId: to };
  const unnumbered = and(isNull(protocols.number), like(protocols.numberScope, 'owner:%'));
  // An assigned number stays unique in its original scope; an unnumbered protocol in the scope of the former owner
  // moves to that of the new one.
  const numberScope = sql`case when ${unnumbered} then ${`owner:${to}`} else ${protocols.numberScope} end`;
  await db
    .update(protocols)
    .set({ ...own, numberScope })
    .where(eq(protocols.ownerId, from));
  await db.update(tasks).set(own).where(eq(tasks.ownerId, from));
  // Series come first, since their meetings are created for the owner of the series.
  await db.update(meetingSeries).set(own).where(eq(meetingSeries.ownerId, from));
  await db.update(meetings).set(own).where(eq(meetings.ownerId, from));
  await db.update(bodies).set(own).where(eq(bodies.ownerId, from));
  await db.update(users).set({ createdById: to }).where(isAddedBy(from));
  await moveKeywords(db, handover);
  await forgetRepliesTo(db, from);
  return moved;
}

/**
 * Locks all work of a secretary before anything is written, in the order in which other transactions lock, to prevent
 * deadlocks:
 * 1. externals,
 * 2. bodies, series, meetings,
 * 3. protocols, tasks,
 * 4. uploads, which transactions change that have locked the protocol first.
 *
 * Groups 1 and 2 are locked `for no key update`, since a protocol that refers to them holds a key lock on them; so are
 * uploads, since an arriving chunk refers to one; group 3 `for update`.
 */
async function lockAllWork(db: Db, ownerId: string): Promise<void> {
  const lock = (table: PgTable, id: PgColumn, own: SQL | undefined, strength: 'no key update' | 'update') =>
    db.select({ id }).from(table).where(own).orderBy(asc(id)).for(strength);
  await lock(users, users.id, isAddedBy(ownerId), 'no key update');
  for (const table of [bodies, meetingSeries, meetings])
    await lock(table, table.id, eq(table.ownerId, ownerId), 'no key update');
  for (const table of [protocols, tasks]) await lock(table, table.id, eq(table.ownerId, ownerId), 'update');
  await lock(uploads, uploads.id, eq(uploads.ownerId, ownerId), 'no key update');
}

/**
 * Moves uploads, and the index of spoken words, which names the owner (`gatherSpoken`). An unfinished upload is
 * suspended: it does not lock the new owner out of the protocol, and continues if the work is handed back.
 */
async function moveRecordings(db: Db, { from, to }: Handover, now: Date): Promise<void> {
  const theirs = db.select({ id: protocols.id }).from(protocols).where(eq(protocols.ownerId, from));
  const spoken = sql`ts_delete(${transcripts.spoken}, ${`=${from}`}::text) || array_to_tsvector(array[${`=${to}`}::text])`;
  await db
    .update(transcripts)
    .set({ spoken })
    .where(and(inArray(transcripts.protocolId, theirs), sql`${transcripts.spoken} is not null`));
  const received = db.$count(uploadChunks, eq(uploadChunks.uploadId, uploads.id));
  const isComing = sql`${uploads.state} = 'receiving' and ${uploads.suspendedAt} is null and ${received} < ${uploads.totalChunks}`;
  const suspendedAt = sql`case when ${isComing} then ${now.toISOString()}::timestamptz else ${uploads.suspendedAt} end`;
  await db.update(uploads).set({ ownerId: to, suspendedAt }).where(eq(uploads.ownerId, from));
}

/**
 * Moves the keywords that the other does not have in any form, up to the maximum; the rest stay with the former owner,
 * who has no transcripts left.
 */
async function moveKeywords(db: Db, { from, to }: Handover): Promise<void> {
  const keywordsOf = (ownerId: string) =>
    db.select({ id: keywords.id, name: keywords.name }).from(keywords).where(eq(keywords.ownerId, ownerId));
  const there = await keywordsOf(to);
  const known = new Set(there.map(({ name }) => formsKey(name)));
  const missing = (await keywordsOf(from)).filter(({ name }) => !known.has(formsKey(name)));
  const ids = missing.slice(0, Math.max(0, maxKeywords - there.length)).map(({ id }) => id);
  if (ids.length > 0) await db.update(keywords).set({ ownerId: to }).where(inArray(keywords.id, ids));
}

/** Condition for the external participants whom a secretary has added. */
function isAddedBy(id: string) {
  return and(eq(users.createdById, id), eq(users.role, 'external'));
}
