import { and, desc, eq, inArray } from 'drizzle-orm';
import type { InvitationState } from '#contract/identity/user.ts';
import type { Db } from '#server/platform/db/index.ts';
import { passwordResets } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';

/** The state of a person's last invitation, and when it was sent where there was one. */
export type Invitation = { state: InvitationState; sentAt: Date | undefined };

type Invited = { id: string; hasPassword: boolean; invitedAt: Date | null };

/**
 * Returns the invitations of these people. Links are deleted a month after they end: until then an accepted one is shown as
 * news.
 */
export async function findInvitations(
  db: Db,
  people: readonly Invited[],
  { clock, isMailConnected }: { clock: () => Date; isMailConnected: boolean },
): Promise<Map<string, Invitation>> {
  if (people.length === 0) return new Map();
  const now = clock();
  const links = await findLastLinks(db, people);
  const stateOf = ({ id, hasPassword, invitedAt }: Invited): InvitationState => {
    const link = links.get(id);
    if (hasPassword) return 'accepted';
    if (!link) return invitedAt ? 'expired' : 'none';
    // Without a password it was used by nobody: the e-mail has changed since.
    if (link.usedAt || link.expiresAt <= now) return 'expired';
    if (link.mail === 'failed') return 'failed';
    if (link.mail === 'waiting') return isMailConnected ? 'waiting' : 'stored';
    return link.mail === 'stored' ? 'stored' : 'sent';
  };
  const invited = people.filter(({ id, hasPassword }) => !hasPassword || links.has(id));
  return new Map(
    invited.map((person) => {
      const sentAt = links.get(person.id)?.sentAt ?? person.invitedAt ?? undefined;
      return [person.id, { state: stateOf(person), sentAt }];
    }),
  );
}

/** The last invitation of each of them, and what became of the mail that took it along. */
async function findLastLinks(db: Db, people: readonly Invited[]) {
  const { userId, createdAt, expiresAt, usedAt, kind, mailId } = passwordResets;
  const ids = people.map(({ id }) => id);
  const rows = await db
    .selectDistinctOn([userId], { userId, sentAt: createdAt, expiresAt, usedAt, mail: mails.state })
    .from(passwordResets)
    .leftJoin(mails, eq(mails.id, mailId))
    .where(and(inArray(userId, ids), eq(kind, 'invitation')))
    .orderBy(userId, desc(createdAt), desc(mailId));
  return new Map(rows.map((row) => [row.userId, row]));
}
