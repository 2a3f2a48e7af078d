import { and, eq, inArray, max } from 'drizzle-orm';
import type { InvitationState } from '#contract/user.ts';
import type { Db } from '#server/platform/db/index.ts';
import { passwordResets, users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';

/** The state of a person's last invitation, and when it was sent where there was one. */
export type Invitation = { state: InvitationState; sentAt: Date | undefined };

type Invited = { id: string; hasPassword: boolean; invitedAt: Date | null };
type Link = { sentAt: Date | null; expiresAt: Date | null };

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
  const links = await findLinks(db, people);
  const unanswered = people.filter(({ id, hasPassword }) => !hasPassword && links.has(id));
  const unsent = await findUnsent(db, unanswered);
  const stateOf = ({ id, hasPassword, invitedAt }: Invited): InvitationState => {
    const link = links.get(id);
    if (hasPassword) return 'accepted';
    if (!link) return invitedAt ? 'expired' : 'none';
    if (!link.sentAt || !link.expiresAt || link.expiresAt <= now) return 'expired';
    const { sentAt } = link;
    const isLast = (state: string) =>
      unsent.some((mail) => mail.id === id && mail.state === state && mail.at >= sentAt);
    if (isLast('failed')) return 'failed';
    return isLast('stored') || (isLast('waiting') && !isMailConnected) ? 'stored' : 'sent';
  };
  const invited = people.filter(({ id, hasPassword }) => !hasPassword || links.has(id));
  return new Map(
    invited.map((person) => {
      const sentAt = links.get(person.id)?.sentAt ?? person.invitedAt ?? undefined;
      return [person.id, { state: stateOf(person), sentAt }];
    }),
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

/** Returns when the last mail to each of them was made that has not left, by what became of it. */
async function findUnsent(db: Db, people: readonly Invited[]) {
  if (people.length === 0) return [];
  const rows = await db
    .select({ id: users.id, state: mails.state, at: max(mails.createdAt) })
    .from(mails)
    .innerJoin(users, eq(users.email, mails.recipient))
    .where(and(inArray(mails.state, ['waiting', 'stored', 'failed']), inArray(users.id, idsOf(people))))
    .groupBy(users.id, mails.state);
  return rows.flatMap(({ at, ...mail }) => (at ? [{ ...mail, at }] : []));
}

function idsOf(people: readonly Invited[]): string[] {
  return people.map(({ id }) => id);
}
