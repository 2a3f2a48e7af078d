import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { type Db, isDeadlock } from '#server/platform/db/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import { idempotencyKeys } from '#server/schema/service.ts';

/** A write that a client may send again: its key, and the SHA-256 of what is asked. */
export type RepeatableWrite = { userId: string; key: string; requestHash: string };
export type Answer = { status: number; payload: string; objectId?: string | undefined };

/**
 * Runs a write in one transaction with the record of its answer, so that either both are stored or neither. A repeated
 * key gets the first answer and changes nothing, even if the server died before it could send it. A refusal is not
 * recorded, since nothing was done; concurrent requests with one key are handled one after the other. A transaction that
 * PostgreSQL ends for a deadlock has done nothing either, and is run again.
 */
export async function answerOnce(
  db: Db,
  write: RepeatableWrite | undefined,
  answer: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  for (let left = 2; ; left -= 1) {
    try {
      return await attempt(db, write, answer);
    } catch (error) {
      if (left === 0 || !isDeadlock(error)) throw error;
    }
  }
}

function attempt(db: Db, write: RepeatableWrite | undefined, answer: (tx: Db) => Promise<Answer>): Promise<Answer> {
  return db.transaction(async (tx) => {
    if (!write) return answer(tx);
    const row = and(eq(idempotencyKeys.userId, write.userId), eq(idempotencyKeys.key, write.key));
    const inserted = await tx.insert(idempotencyKeys).values(write).onConflictDoNothing().returning();
    if (inserted.length === 0) return firstAnswer(write, (await tx.select().from(idempotencyKeys).where(row))[0]);
    const given = await answer(tx);
    const { status, payload: reply, objectId } = given;
    await tx.update(idempotencyKeys).set({ status, reply, objectId }).where(row);
    return given;
  });
}

function firstAnswer(write: RepeatableWrite, first: typeof idempotencyKeys.$inferSelect | undefined): Answer {
  if (first?.requestHash !== write.requestHash) {
    throw new Problem('idempotency_mismatch', 'Этот ключ повтора уже использован для другого запроса');
  }
  if (first.reply === null) throw notFound();
  return { status: first.status ?? 204, payload: first.reply };
}

const hasWords = ne(idempotencyKeys.reply, '');
/** With the status of an answer without a body: a server of the version before sends what is left. */
const emptied = { reply: null, status: 204 };

/** Empties the answers to writes about these objects, which are deleted: to repeat one of them gets a 404. */
export async function forgetReplies(db: Db, objectIds: readonly string[]): Promise<void> {
  const about = sql`${idempotencyKeys.objectId} = any(${sql.param([...objectIds])}::text[])`;
  await db.update(idempotencyKeys).set(emptied).where(and(about, hasWords));
}

/** Empties the answers that somebody got about anything but themselves: all of it is another person's now. */
export async function forgetRepliesTo(db: Db, userId: string): Promise<void> {
  const own = and(eq(idempotencyKeys.userId, userId), ne(idempotencyKeys.objectId, userId));
  await db.update(idempotencyKeys).set(emptied).where(and(own, hasWords));
}

/** Forgets the answers to writes from before `before`. */
export async function sweepIdempotencyKeys(db: Db, before: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
