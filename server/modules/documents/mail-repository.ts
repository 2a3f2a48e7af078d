import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { emailKey } from '#contract/common.ts';
import type { ProtocolMail, ProtocolRecipients } from '#contract/documents/document.ts';
import type { Db } from '#server/platform/db/index.ts';
import { meetingGuests } from '#server/schema/invitations.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { mails } from '#server/schema/service.ts';
import { members } from '#server/schema/work.ts';

type People = ProtocolRecipients['people'];

/**
 * Returns the members, the chairman and the secretary in the order of their names, without blocked accounts; then the
 * guests of the meeting.
 */
export async function findRecipients(db: Db, protocolId: string): Promise<People> {
  const own = eq(protocols.id, protocolId);
  const [row] = await db
    .select({
      ownerId: protocols.ownerId,
      chairmanId: protocols.chairmanId,
      secretaryId: protocols.secretaryId,
      meetingId: protocols.meetingId,
    })
    .from(protocols)
    .where(own);
  const officers = [row?.ownerId, row?.chairmanId, row?.secretaryId].filter((id) => typeof id === 'string');
  const took = db.select({ id: members.memberId }).from(members).where(eq(members.protocolId, protocolId));
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.isBlocked, false), or(inArray(users.id, officers), inArray(users.id, took))));
  const collator = new Intl.Collator('ru');
  const people = rows.toSorted((a, b) => collator.compare(a.name, b.name));
  return [...people, ...(await findGuests(db, row?.meetingId ?? '', people))];
}

/** Returns the guests of a meeting in the secretary's order, without those already among `people`. */
async function findGuests(db: Db, meetingId: string, people: People): Promise<People> {
  const rows = await db
    .select({ id: meetingGuests.id, name: meetingGuests.name, email: meetingGuests.email })
    .from(meetingGuests)
    .where(eq(meetingGuests.meetingId, meetingId))
    .orderBy(meetingGuests.place);
  const shut = await findBlocked(
    db,
    rows.map(({ email }) => email),
  );
  const known = new Set([...people.map(({ email }) => emailKey(email)), ...shut]);
  return rows.filter(({ email }) => !known.has(emailKey(email))).map((guest) => ({ ...guest, is_guest: true }));
}

/** Returns those of the addresses, in lower case, that belong to a blocked account. */
export async function findBlocked(db: Db, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const small = addresses.map(emailKey);
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.isBlocked, true), inArray(users.email, small)));
  return rows.map(({ email }) => email);
}

/** Returns those of the addresses with which nobody has ever signed in: their owners have asked for no mail. */
export async function strangersAmong(db: Db, addresses: readonly string[]): Promise<string[]> {
  const small = addresses.map(emailKey);
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isNotNull(users.passwordHash), inArray(users.email, small)));
  const known = new Set(rows.map(({ email }) => email));
  return small.filter((address) => !known.has(address));
}

/** Returns the mails by which the protocol was sent, newest first. */
export async function findProtocolMails(db: Db, protocolId: string): Promise<ProtocolMail[]> {
  const rows = await db
    .select({ mail: mails, name: users.name })
    .from(mails)
    .leftJoin(users, eq(users.email, mails.recipient))
    .where(eq(mails.protocolId, protocolId))
    .orderBy(desc(mails.createdAt), desc(mails.id));
  return rows.map(({ mail, name }) => ({
    id: mail.id,
    recipient: mail.recipient,
    name,
    subject: mail.subject,
    file: mail.attachments[0]?.name ?? null,
    state: mail.state as ProtocolMail['state'],
    error: mail.state === 'failed' ? mail.error : null,
    created_at: mail.createdAt.toISOString(),
    sent_at: mail.sentAt?.toISOString() ?? null,
  }));
}
