import { and, asc, eq, inArray, isNull, like, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { OwnedWork } from '#contract/handover.ts';
import { formsKey } from '#contract/word-forms.ts';
import { mostKeywords } from '#server/modules/insights/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { bodies } from '#server/schema/bodies.ts';
import { meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { transcripts, uploadChunks, uploads } from '#server/schema/video.ts';
import { keywords, tasks } from '#server/schema/work.ts';

/** Two people, whose rows are locked in one order until the transaction ends: two handovers come one after the other. */
export async function lockPeople(db: Db, fromId: string, toId: string) {
  const { id, role, isBlocked, managerId, name } = users;
  const found = await db
    .select({ id, role, isBlocked, managerId, name })
    .from(users)
    .where(inArray(id, [fromId, toId]))
    .orderBy(asc(id))
    .for('no key update');
  const of = (wanted: string) => found.find((person) => person.id === wanted);
  return { from: of(fromId), to: of(toId) };
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
 * Makes everything of one secretary another's, within a transaction that has locked both. What is written stays as it is: who
 * stands in a protocol, its number, its versions, who made them.
 * @returns what has moved
 */
export async function moveWork(db: Db, from: string, to: string, now: Date): Promise<OwnedWork> {
  await holdWork(db, from);
  const moved = await countWork(db, from);
  await moveRecordings(db, from, to, now);
  const own = { ownerId: to };
  const unnumbered = and(isNull(protocols.number), like(protocols.numberScope, 'owner:%'));
  // A number that was given stays unique where it was given; the next one is the new owner's.
  const numberScope = sql`case when ${unnumbered} then ${`owner:${to}`} else ${protocols.numberScope} end`;
  await db
    .update(protocols)
    .set({ ...own, numberScope })
    .where(eq(protocols.ownerId, from));
  await db.update(tasks).set(own).where(eq(tasks.ownerId, from));
  // The series first: its meetings are made by whoever holds it.
  await db.update(meetingSeries).set(own).where(eq(meetingSeries.ownerId, from));
  await db.update(meetings).set(own).where(eq(meetings.ownerId, from));
  await db.update(bodies).set(own).where(eq(bodies.ownerId, from));
  await db.update(users).set({ createdById: to }).where(isAddedBy(from));
  await moveKeywords(db, from, to);
  return moved;
}

/**
 * Waits for whoever writes in it, before any counter is held for which they would wait. What others hold when they come to
 * protocols and tasks is locked before these, and not so that it crosses the key lock of a protocol that names it.
 */
async function holdWork(db: Db, ownerId: string): Promise<void> {
  const hold = (table: PgTable, id: PgColumn, own: SQL | undefined, strength: 'no key update' | 'update') =>
    db.select({ id }).from(table).where(own).orderBy(asc(id)).for(strength);
  // Not what has come: it is deleted by whoever holds the protocol, and so comes after it.
  const open = and(eq(uploads.ownerId, ownerId), inArray(uploads.state, ['receiving', 'verifying']));
  await hold(users, users.id, isAddedBy(ownerId), 'no key update');
  await hold(uploads, uploads.id, open, 'no key update');
  for (const table of [bodies, meetingSeries, meetings])
    await hold(table, table.id, eq(table.ownerId, ownerId), 'no key update');
  for (const table of [protocols, tasks]) await hold(table, table.id, eq(table.ownerId, ownerId), 'update');
}

/**
 * Recordings with the words said in them, which name their owner (`gatherSpoken`), and uploads. One that is still coming is set
 * aside: it does not keep the protocol from the new owner, and goes on where the work comes back.
 */
async function moveRecordings(db: Db, from: string, to: string, now: Date): Promise<void> {
  const theirs = db.select({ id: protocols.id }).from(protocols).where(eq(protocols.ownerId, from));
  const spoken = sql`ts_delete(${transcripts.spoken}, ${`=${from}`}::text) || array_to_tsvector(array[${`=${to}`}::text])`;
  await db
    .update(transcripts)
    .set({ spoken })
    .where(and(inArray(transcripts.protocolId, theirs), sql`${transcripts.spoken} is not null`));
  const received = db.$count(uploadChunks, eq(uploadChunks.uploadId, uploads.id));
  const isComing = sql`${uploads.state} = 'receiving' and ${uploads.setAsideAt} is null and ${received} < ${uploads.totalChunks}`;
  const setAsideAt = sql`case when ${isComing} then ${now.toISOString()}::timestamptz else ${uploads.setAsideAt} end`;
  await db.update(uploads).set({ ownerId: to, setAsideAt }).where(eq(uploads.ownerId, from));
}

/** The keywords that the other has in no form, as far as there is room; the rest have nothing more to find. */
async function moveKeywords(db: Db, from: string, to: string): Promise<void> {
  const of = (ownerId: string) =>
    db.select({ id: keywords.id, name: keywords.name }).from(keywords).where(eq(keywords.ownerId, ownerId));
  const there = await of(to);
  const known = new Set(there.map(({ name }) => formsKey(name)));
  const missing = (await of(from)).filter(({ name }) => !known.has(formsKey(name)));
  const ids = missing.slice(0, Math.max(0, mostKeywords - there.length)).map(({ id }) => id);
  if (ids.length > 0) await db.update(keywords).set({ ownerId: to }).where(inArray(keywords.id, ids));
}

/** The external participants for whom a secretary answers. */
function isAddedBy(id: string) {
  return and(eq(users.createdById, id), eq(users.role, 'external'));
}
