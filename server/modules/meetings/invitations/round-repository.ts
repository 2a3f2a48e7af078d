import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { meetingInvitations, meetingRounds } from '#server/schema/invitations.ts';
import { mails } from '#server/schema/service.ts';
import type { InvitationRow } from './repository.ts';

export type Round = typeof meetingRounds.$inferSelect;
export type ToldMeeting = NonNullable<Round['told']>;

/** Locks the mails that are not sent yet, so that none is sent before it is decided what happens to it. */
export async function lockWaitingMails(db: Db, meetingIds: readonly string[]): Promise<void> {
  const { mailId, meetingId, revokedAt } = meetingInvitations;
  const isOpen = and(inArray(meetingId, [...meetingIds]), isNull(revokedAt));
  const last = db.select({ id: mailId }).from(meetingInvitations).where(isOpen);
  const waiting = and(inArray(mails.id, last), eq(mails.state, 'waiting'));
  await db.select({ id: mails.id }).from(mails).where(waiting).orderBy(asc(mails.id)).for('no key update');
}

/** Returns those of these waiting mails that tell of several meetings. */
export async function sharedAmong(db: Db, mailIds: readonly string[]): Promise<string[]> {
  if (mailIds.length === 0) return [];
  // Read once for each mail, not for each of its invitations: the calendar of a year is long.
  const isShared = sql`${mails.calendar}->>'method' = 'PUBLISH'`;
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(inArray(mails.id, [...mailIds]), isShared));
  return rows.map(({ id }) => id);
}

/** Returns the ids of the invitations in force that each of these mails carries. */
export async function carriedBy(db: Db, mailIds: readonly string[]): Promise<Map<string, string[]>> {
  const { id, mailId, revokedAt } = meetingInvitations;
  const rows = await db
    .select({ id, mailId })
    .from(meetingInvitations)
    .where(and(inArray(mailId, [...mailIds]), isNull(revokedAt)));
  const byMail = Map.groupBy(rows, (row) => row.mailId ?? '');
  return new Map([...byMail].map(([mail, carried]) => [mail, carried.map((row) => row.id)]));
}

export async function findRound(db: Db, id: string): Promise<Round | undefined> {
  const [round] = await db.select().from(meetingRounds).where(eq(meetingRounds.id, id));
  return round;
}

/** Returns whether any of these rounds was made. */
export async function isAnyMade(db: Db, ids: readonly string[]): Promise<boolean> {
  return (await db.$count(meetingRounds, inArray(meetingRounds.id, [...ids]))) > 0;
}

/** Returns the last rounds of these meetings, by meeting. */
export async function lastRounds(db: Db, meetingIds: readonly string[]): Promise<Map<string, Round>> {
  const rows = await db
    .selectDistinctOn([meetingRounds.meetingId])
    .from(meetingRounds)
    .where(inArray(meetingRounds.meetingId, [...meetingIds]))
    .orderBy(asc(meetingRounds.meetingId), desc(meetingRounds.sequence));
  return new Map(rows.map((round) => [round.meetingId, round]));
}

/** Returns what rounds of these meetings told: those with one of these numbers, at least. */
export async function findTold(db: Db, rounds: readonly { meetingId: string; sequence: number }[]) {
  if (rounds.length === 0) return [];
  const { meetingId, sequence, times, told, createdAt } = meetingRounds;
  const numbers = [...new Set(rounds.map((round) => round.sequence))];
  const ids = [...new Set(rounds.map((round) => round.meetingId))];
  return db
    .select({ meetingId, sequence, times, told, createdAt })
    .from(meetingRounds)
    .where(and(inArray(meetingId, ids), inArray(sequence, numbers)));
}

export async function insertRounds(db: Db, rounds: readonly Round[]): Promise<void> {
  await db.insert(meetingRounds).values([...rounds]);
}

/** What a round writes of an invitation. */
export type Written = Pick<
  InvitationRow,
  'id' | 'userId' | 'guestId' | 'name' | 'email' | 'sequence' | 'heardSequence' | 'mailId' | 'createdAt' | 'revokedAt'
>;
export type NewInvitation = Written & Pick<InvitationRow, 'meetingId' | 'tokenHash'>;

const writtenColumns = sql.raw(
  'id text, user_id text, guest_id text, name text, email text, sequence integer, heard_sequence integer, mail_id text, created_at timestamptz, revoked_at timestamptz',
);

function written({ userId, guestId, heardSequence, mailId, createdAt, revokedAt, ...row }: Written) {
  const { id, name, email, sequence } = row;
  const told = { id, user_id: userId, guest_id: guestId, name, email, sequence, heard_sequence: heardSequence };
  return { ...told, mail_id: mailId, created_at: createdAt, revoked_at: revokedAt };
}

// One parameter each, however many: a year of weekly meetings has thousands of invitations.

export async function insertInvitations(db: Db, rows: readonly NewInvitation[]): Promise<void> {
  if (rows.length === 0) return;
  const list = rows.map((row) => ({ ...written(row), meeting_id: row.meetingId, token_hash: row.tokenHash }));
  await db.execute(sql`insert into meeting_invitations
    (id, meeting_id, user_id, guest_id, name, email, token_hash, sequence, mail_id, created_at)
    select id, meeting_id, user_id, guest_id, name, email, token_hash, sequence, mail_id, created_at
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as made (${writtenColumns}, meeting_id text, token_hash text)`);
}

export async function updateInvitations(db: Db, rows: readonly Written[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`update meeting_invitations as kept
    set user_id = told.user_id, guest_id = told.guest_id, name = told.name, email = told.email,
      sequence = told.sequence, heard_sequence = told.heard_sequence, mail_id = told.mail_id, created_at = told.created_at, revoked_at = told.revoked_at
    from jsonb_to_recordset(${JSON.stringify(rows.map(written))}::jsonb) as told (${writtenColumns})
    where kept.id = told.id`);
}

/** Resets answers given to other times, after these meetings were moved to these. */
export async function askAgain(db: Db, moved: readonly { meetingId: string; times: string }[]): Promise<void> {
  if (moved.length === 0) return;
  await db.execute(sql`update meeting_invitations as asked set previous_answer = answer, answer = null
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved ("meetingId" text, times text)
    where asked.meeting_id = moved."meetingId" and asked.revoked_at is null
      and asked.answer is not null and asked.answered_times is distinct from moved.times`);
}
