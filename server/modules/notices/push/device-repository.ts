import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { maxPushDevices } from '#contract/notices/notice.ts';
import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { pushSubscriptions } from '#server/schema/notices.ts';
import { sessions, users } from '#server/schema/people.ts';

export type NewDevice = Pick<
  typeof pushSubscriptions.$inferSelect,
  'id' | 'userId' | 'sessionId' | 'endpoint' | 'p256dh' | 'auth' | 'name'
>;
const isAlive = (now: Date) => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now));

/**
 * Stores the push subscription of a browser. There is one per browser: subscribing again keeps it, and it passes to the
 * next person who signs in there. Knowing the endpoint alone is not enough for that: the keys must be the same too.
 * @returns its id
 */
export async function keepDevice(db: Db, device: NewDevice, now: Date): Promise<string> {
  const { userId, sessionId, endpoint, p256dh, auth, name } = device;
  // Devices of ended sessions are removed, since no list shows them and nobody could switch them off.
  const concerned = or(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint));
  const over = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(or(isNotNull(sessions.revokedAt), lte(sessions.expiresAt, now)));
  await db.delete(pushSubscriptions).where(and(concerned, inArray(pushSubscriptions.sessionId, over)));
  const [known] = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .for('update');
  if (known && known.userId !== userId && (known.p256dh !== p256dh || known.auth !== auth)) {
    throw new Problem(
      'device_taken',
      'Этот браузер уже подписан другим человеком. Отключите уведомления и включите снова',
    );
  }
  if (known) {
    await db
      .update(pushSubscriptions)
      .set({ userId, sessionId, p256dh, auth, name })
      .where(eq(pushSubscriptions.id, known.id));
    return known.id;
  }
  if ((await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))) >= maxPushDevices) {
    throw new Problem(
      'too_many_devices',
      `Уведомления приходят не больше чем на ${maxPushDevices} устройств. Отключите лишнее`,
    );
  }
  const values = { ...device, createdAt: now };
  const [row] = await db
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, sessionId, p256dh, auth, name } })
    .returning({ id: pushSubscriptions.id });
  return row?.id ?? device.id;
}

/** Returns the devices of a person whose sessions are valid, newest first. */
export async function listDevices(db: Db, userId: string, now: Date) {
  const { id, endpoint, sessionId, name, createdAt, lastSuccessAt } = pushSubscriptions;
  return db
    .select({ id, endpoint, sessionId, name, createdAt, lastSuccessAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .where(and(eq(pushSubscriptions.userId, userId), isAlive(now)))
    .orderBy(desc(createdAt), desc(id));
}

/** Returns the devices of these people whose sessions are valid. */
export async function listDevicesOf(db: Db, people: readonly string[], now: Date) {
  const { id, userId } = pushSubscriptions;
  return db
    .select({ id, userId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(inArray(userId, [...people]), isAlive(now)));
}

/** Returns a device to send to; undefined if its session has ended or its person is blocked. */
export async function findDevice(db: Db, id: string, now: Date) {
  const { userId, endpoint, p256dh, auth } = pushSubscriptions;
  const [row] = await db
    .select({ userId, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(pushSubscriptions.id, id), isAlive(now), eq(users.isBlocked, false)));
  return row;
}

/** Deletes a device, if given only one of this person. @returns whether there was one */
export async function deleteDevice(db: Db, id: string, userId?: string): Promise<boolean> {
  const whose = userId === undefined ? undefined : eq(pushSubscriptions.userId, userId);
  const gone = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), whose))
    .returning({ id: pushSubscriptions.id });
  return gone.length > 0;
}

export async function noteSuccess(db: Db, id: string, now: Date): Promise<void> {
  await db.update(pushSubscriptions).set({ lastSuccessAt: now }).where(eq(pushSubscriptions.id, id));
}

/** Deletes the devices of ended sessions. */
export async function sweepDevices(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from push_subscriptions d using sessions s
    where s.id = d.session_id and (s.revoked_at is not null or s.expires_at <= ${now.toISOString()}::timestamptz)`);
}
