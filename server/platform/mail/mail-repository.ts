import { and, count, desc, eq, gt, inArray, isNull, lt, max, notExists, or, sql } from 'drizzle-orm';
import {
  type Db,
  newestFirst,
  offsetOf,
  type Paging,
  pageMetaOf,
  type StoredAttachment,
} from '#server/platform/db/index.ts';
import { meetingInvitations } from '#server/schema/invitations.ts';
import { users } from '#server/schema/people.ts';
import { mails } from '#server/schema/service.ts';

type MailRow = typeof mails.$inferInsert;

/** Longer than attempts are made, and than any link in a mail is valid. */
const maxWaitingDays = 8;
const keptDays = 90;
/** Clears the content of a finished mail: it may hold a link that opens an account or answers for somebody. */
const forgotten = { text: '', html: null, calendar: null };

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insert(mails).values(mail);
}

export async function insertMails(db: Db, rows: readonly MailRow[]): Promise<void> {
  await db.insert(mails).values([...rows]);
}

/** Attaches files to mails that have not been sent yet. @returns whether any of the mails is still there */
export async function attach(db: Db, ids: readonly string[], attachments: StoredAttachment[]): Promise<boolean> {
  const these = inArray(mails.id, [...ids]);
  await db
    .update(mails)
    .set({ attachments })
    .where(and(these, eq(mails.state, 'waiting')));
  return (await db.$count(mails, these)) > 0;
}

/**
 * Records the start of an attempt before anything is sent: whoever wants to take the mail back can see that it may
 * arrive.
 * @returns the mail; undefined if it is not to be sent any more
 */
export async function beginAttempt(db: Db, id: string) {
  const [row] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, error: null })
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')))
    .returning();
  return row;
}

/** Returns whether the reader of a mail has kept the role by which they were written to, and is not blocked. */
export async function mayStillRead(db: Db, { id, role }: { id: string; role: string }): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, id), sql`${users.role} = ${role}`, eq(users.isBlocked, false)))) > 0;
}

/** Returns whether an address is that of a blocked account. */
export async function isBlockedAddress(db: Db, email: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.email, email), eq(users.isBlocked, true)))) > 0;
}

/** Whether an attempt has begun of which nobody knows how it ended. */
export function isUnderWay(mail: { state: string; attempts: number; error: string | null }): boolean {
  return mail.state === 'waiting' && mail.attempts !== 0 && mail.error === null;
}

/** Records a failed attempt after which another one follows. */
export async function noteFailure(db: Db, id: string, error: string): Promise<void> {
  await db
    .update(mails)
    .set({ error })
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')));
}

/**
 * Ends a mail as sent, stored or failed, and deletes its content. A mail given up during an attempt may still end as
 * sent.
 */
export async function finishMail(
  db: Db,
  id: string,
  end: { sentAt: Date } | 'stored' | { error: string },
): Promise<void> {
  return finishMails(db, [id], end);
}

/** The same for several mails in one statement. */
export async function finishMails(
  db: Db,
  ids: readonly string[],
  end: Parameters<typeof finishMail>[2],
): Promise<void> {
  const from = typeof end === 'object' && 'error' in end ? ['waiting'] : ['waiting', 'failed'];
  await db
    .update(mails)
    .set({ ...stateOf(end), ...forgotten })
    .where(and(inArray(mails.id, [...ids]), inArray(mails.state, from)));
}

/** Deletes a mail that is not to be sent any more: nothing failed, so that nobody is to hear of it. */
export async function withdrawMail(db: Db, id: string): Promise<void> {
  await db.delete(mails).where(and(eq(mails.id, id), eq(mails.state, 'waiting')));
}

/**
 * Counts mails. `waiting`: all that are still tried; the other counts and `failure`, the last failure, cover mails
 * posted after `since`.
 */
export async function countMails(db: Db, since: Date) {
  const recent = gt(mails.createdAt, since);
  const [counted] = await db
    .select({
      waiting: count(sql`case when ${mails.state} = 'waiting' then 1 end`),
      failed: count(sql`case when ${mails.state} = 'failed' and ${recent} then 1 end`),
      stored: count(sql`case when ${mails.state} = 'stored' and ${recent} then 1 end`),
      lastSentAt: max(mails.sentAt),
    })
    .from(mails)
    .where(or(eq(mails.state, 'waiting'), recent));
  const [failure] = await db
    .select({ at: mails.createdAt, words: mails.error })
    .from(mails)
    .where(and(eq(mails.state, 'failed'), recent))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  return { waiting: 0, failed: 0, stored: 0, lastSentAt: null, ...counted, failure };
}

type ListQuery = Paging & { state: 'waiting' | 'failed' | 'stored'; since: Date };

/** A page of the mails that `countMails` counts, the newest first, without what they say. */
export async function listMails(db: Db, { state, since, ...paging }: ListQuery) {
  const where = and(eq(mails.state, state), state === 'waiting' ? undefined : gt(mails.createdAt, since));
  const { id, recipient, subject, protocolId, createdAt, error } = mails;
  const rows = await db
    .select({ id, recipient, subject, protocolId, createdAt, error })
    .from(mails)
    .where(where)
    .orderBy(...newestFirst(mails))
    .limit(paging.limit)
    .offset(offsetOf(paging));
  return { rows, meta: pageMetaOf(paging, await db.$count(mails, where)) };
}

function stateOf(end: Parameters<typeof finishMail>[2]) {
  if (end === 'stored') return { state: end, error: null };
  return 'sentAt' in end ? { state: 'sent', error: null, sentAt: end.sentAt } : { state: 'failed', ...end };
}

/**
 * Ends mails that no job sends any more, and deletes old ones. Mails of a protocol and the last mail of each invitation
 * are kept: protocols show whom they were sent to, and meetings what became of the invitation.
 */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
  await db
    .update(mails)
    .set({ state: 'failed', error: 'Письмо не удалось отправить', ...forgotten })
    .where(and(eq(mails.state, 'waiting'), lt(mails.createdAt, before(maxWaitingDays))));
  const old = and(sql`${mails.state} <> 'waiting'`, lt(mails.createdAt, before(keptDays)));
  const invited = db.select({ one: sql`1` }).from(meetingInvitations).where(eq(meetingInvitations.mailId, mails.id));
  await db.delete(mails).where(and(old, isNull(mails.protocolId), notExists(invited)));
}
