import { and, desc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Role } from '#contract/roles.ts';
import type { Db } from '#server/platform/db/index.ts';
import { sessions, users } from '#server/schema/people.ts';

/** Days without use after which a session ends. */
export const sessionDays = 30;
/** How long a client without cookies stays signed in: a working day. */
const youngMs = 12 * 3600 * 1000;
/** Most sessions of one person: more than anybody has devices. */
const maxSessions = 50;
/** Maximum number of unused successors of one token; each stands for a response lost on the way. */
const maxSuccessors = 8;

export type SessionUser = { id: string; role: Role };

/** In place of the hash of a used refresh token: of a session whose access token is never renewed without its cookie. */
const cookiesOnly = '';

/** Starts a session; `issue` makes its first refresh token. */
export async function startSession(
  db: Db,
  start: {
    userId: string;
    userAgent: string | undefined;
    keepsCookies?: boolean | undefined;
    now: Date;
    issue: (id: string) => { hash: string };
  },
): Promise<string> {
  const id = uuidv7();
  await db.insert(sessions).values({
    id,
    userId: start.userId,
    nextHashes: [start.issue(id).hash],
    usedHash: start.keepsCookies ? cookiesOnly : null,
    userAgent: start.userAgent?.slice(0, 300) ?? null,
    createdAt: start.now,
    usedAt: start.now,
    expiresAt: expiry(start.now),
  });
  return id;
}

/**
 * Starts a session for a person whose password was checked; undefined if it was changed or the person was blocked
 * since. Their row is locked until the session is created, so that a later change finds and ends it.
 */
export async function startCheckedSession(
  db: Db,
  start: Parameters<typeof startSession>[1] & { passwordHash: string },
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const same = and(
      eq(users.id, start.userId),
      eq(users.passwordHash, start.passwordHash),
      eq(users.isBlocked, false),
    );
    const [person] = await tx.select({ id: users.id }).from(users).where(same).for('share');
    return person && startSession(tx, start);
  });
}

/** Returns the user of a live session; undefined for a blocked person. */
export async function findSessionUser(db: Db, sessionId: string, now: Date): Promise<SessionUser | undefined> {
  const row = await findLive(db, sessionId, now);
  return row && { id: row.id, role: row.role };
}

/** The same, while the session is young, and its client has not shown that it keeps cookies. */
export async function findYoungSessionUser(db: Db, sessionId: string, now: Date): Promise<SessionUser | undefined> {
  const row = await findLive(db, sessionId, now);
  const isYoung = row && row.usedHash === null && now.getTime() - row.createdAt.getTime() <= youngMs;
  return isYoung ? { id: row.id, role: row.role } : undefined;
}

async function findLive(db: Db, sessionId: string, now: Date) {
  const { createdAt, usedHash, expiresAt } = sessions;
  const [row] = await db
    .select({ id: users.id, role: users.role, createdAt, usedHash, expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), eq(users.isBlocked, false)));
  return row && row.expiresAt > now ? row : undefined;
}

/**
 * Uses a refresh token and adds `nextHash` as its successor. The token used last stays valid until one of its
 * successors is used, since the response may have been lost. Any other genuine token counts as reuse and ends the
 * session.
 */
export async function rotateSession(
  db: Db,
  use: { sessionId: string; hash: string; nextHash: string; now: Date },
): Promise<'rotated' | 'reused' | 'ended'> {
  return db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, use.sessionId)).for('update');
    if (!session || session.revokedAt || session.expiresAt <= use.now) return 'ended';
    const first = session.nextHashes.includes(use.hash);
    if (!first && session.usedHash !== use.hash) {
      await tx.update(sessions).set({ revokedAt: use.now, revokedFor: 'reuse' }).where(eq(sessions.id, session.id));
      return 'reused';
    }
    const nextHashes = first ? [use.nextHash] : [...session.nextHashes, use.nextHash].slice(-maxSuccessors);
    await tx
      .update(sessions)
      .set({ usedHash: use.hash, nextHashes, usedAt: use.now, expiresAt: expiry(use.now) })
      .where(eq(sessions.id, session.id));
    return 'rotated';
  });
}

/** Ends one session. @returns its user */
export async function revokeSession(db: Db, sessionId: string, now: Date, reason: string): Promise<string | undefined> {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId });
  return ended?.userId;
}

/** Ends every session of a person except `kept`, for example after a block or a new password. */
export async function revokeSessionsOf(
  db: Db,
  userId: string,
  now: Date,
  reason: string,
  kept?: string,
): Promise<void> {
  const others = kept === undefined ? undefined : ne(sessions.id, kept);
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: reason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), others));
  // A copy of the access token of the one that goes on ends with it.
  if (kept !== undefined)
    await db
      .update(sessions)
      .set({ usedHash: cookiesOnly })
      .where(and(eq(sessions.id, kept), isNull(sessions.usedHash)));
}

/**
 * Deletes a person's sessions beyond those used last, but never `newest`: ended ones go first, then those whose client
 * has not shown that it keeps cookies, since a script that signs in each minute is not to end the person's browsers.
 * @returns whether one of them was still valid
 */
export async function dropSurplusSessions(db: Db, userId: string, newest: string): Promise<boolean> {
  const own = eq(sessions.userId, userId);
  if ((await db.$count(sessions, own)) <= maxSessions) return false;
  const kept = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(own)
    .orderBy(
      sql`${sessions.id} <> ${newest}`,
      sql`${sessions.revokedAt} is not null`,
      sql`${sessions.usedHash} is null`,
      desc(sessions.usedAt),
      desc(sessions.id),
    )
    .limit(maxSessions);
  const dropped = await db
    .delete(sessions)
    .where(and(own, notInArray(sessions.id, kept)))
    .returning({ revokedAt: sessions.revokedAt });
  return dropped.some(({ revokedAt }) => revokedAt === null);
}

/** Deletes sessions that expired more than 30 days ago. */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(sql`${sessions.expiresAt} < ${now.toISOString()}::timestamptz - interval '30 days'`);
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + sessionDays * 24 * 3600 * 1000);
}
