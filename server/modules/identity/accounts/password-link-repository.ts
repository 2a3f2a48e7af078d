import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { passwordResets, users } from '#server/schema/people.ts';

export type LinkKind = 'reset' | 'invitation';
export type LinkRow = {
  tokenHash: string;
  userId: string;
  kind: LinkKind;
  createdAt: Date;
  expiresAt: Date;
  mailId: string;
};

export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insert(passwordResets).values(row);
}

/** Keeps when a person was last invited, longer than the link. */
export async function noteInvited(db: Db, userId: string, now: Date): Promise<void> {
  await db.update(users).set({ invitedAt: now }).where(eq(users.id, userId));
}

/** The person that may set a password by this token now: an unused link, the same e-mail, not blocked. */
export async function findLinkUser(db: Db, link: { tokenHash: string; email: string; now: Date }) {
  const [row] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        eq(passwordResets.tokenHash, link.tokenHash),
        isNull(passwordResets.usedAt),
        gt(passwordResets.expiresAt, link.now),
        eq(users.email, link.email),
        eq(users.isBlocked, false),
      ),
    );
  return row;
}

/** Returns whose password this token set since then, with the hash of the present one; the same e-mail, not blocked. */
export async function findSetPassword(db: Db, link: { tokenHash: string; email: string; now: Date; since: Date }) {
  const { tokenHash, expiresAt, usedAt } = passwordResets;
  const [row] = await db
    .select({ passwordHash: users.passwordHash })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(
      and(
        and(eq(tokenHash, link.tokenHash), gt(usedAt, link.since), gt(expiresAt, link.now)),
        and(eq(users.email, link.email), eq(users.isBlocked, false)),
      ),
    );
  return row;
}

/** Uses a link up. @returns false when another call was faster */
export async function markUsed(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const used = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt)))
    .returning({ userId: passwordResets.userId });
  return used.length > 0;
}

/** Makes every link of a person useless, and ends its time: unlike one that was used it has set no password. */
export async function voidLinks(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .update(passwordResets)
    .set({ usedAt: now, expiresAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}

export async function sweepPasswordLinks(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, new Date(now.getTime() - 30 * 24 * 3600 * 1000)));
}
