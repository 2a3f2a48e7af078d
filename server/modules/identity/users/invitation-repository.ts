import { and, eq, inArray, max } from 'drizzle-orm';
import type { InvitationState } from '#contract/user.ts';
import type { Db } from '#server/platform/db/index.ts';
import { passwordResets, users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';

/** The state of a person's last invitation, and when it was sent where that is still known. */
export type Invitation = { state: InvitationState; sentAt: Date | undefined };

type Invited = { id: string; hasPassword: boolean };
type Link = { sentAt: Date | null; expiresAt: Date | null };

/**
 * Returns the invitations of these people. Links are deleted a month after they end: until then an accepted one is shown as
 * news. Whoever never set a password has an expired one without a link, too.
 */
export async function findInvitations(db: Db, people: readonly Invited[], now: Date): Promise<Map<string, Invitation>> {
  if (people.length === 0) return new Map();
  const links = await findLinks(db, people);
  const unanswered = people.filter(({ id, hasPassword }) => !hasPassword && links.has(id));
  const failures = await findFailures(db, unanswered);
  const stateOf = ({ id, hasPassword }: Invited): InvitationState => {
    const link = links.get(id);
    if (hasPassword) return 'accepted';
    if (!link?.sentAt || !link.expiresAt || link.expiresAt <= now) return 'expired';
    const failedAt = failures.get(id);
    return failedAt && failedAt >= link.sentAt ? 'failed' : 'sent';
  };
  const invited = people.filter(({ id, hasPassword }) => !hasPassword || links.has(id));
  return new Map(
    invited.map((person) => [person.id, { state: stateOf(person), sentAt: links.get(person.id)?.sentAt ?? undefined }]),
  );
}

async function findLinks(db: Db, people: readonly Invited[]): Promise<Map<string, Link>> {
  const { userId, createdAt, expiresAt, kind } = passwordResets;
  const rows = await db
    .select({ userId, sentAt: max(createdAt), expiresAt: max(expiresAt) })
    .from(passwordResets)
    .where(and(inArray(userId, idsOf(people)), eq(kind, 'invitation')))
    .groupBy(userId);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Returns when a mail to each of them last failed; such mails are few and adjacent in the index. */
async function findFailures(db: Db, people: readonly Invited[]): Promise<Map<string, Date | null>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, failedAt: max(mails.createdAt) })
    .from(mails)
    .innerJoin(users, eq(users.email, mails.recipient))
    .where(and(eq(mails.state, 'failed'), inArray(users.id, idsOf(people))))
    .groupBy(users.id);
  return new Map(rows.map(({ id, failedAt }) => [id, failedAt]));
}

function idsOf(people: readonly Invited[]): string[] {
  return people.map(({ id }) => id);
}
