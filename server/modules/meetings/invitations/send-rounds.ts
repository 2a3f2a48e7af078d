import { uuidv7 } from 'uuidv7';
import { type Db, idConflict } from '#server/platform/db/index.ts';
import type { PublicAddress } from '#server/platform/http/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { invalidField } from '#server/platform/problem/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';
import type { GuestMails } from './guest-mail-limits.ts';
import { letterMail } from './letters.ts';
import type { Message, SeriesWords } from './message.ts';
import { heardSequenceOf, isMovedFor, isUnheard, mailKindOf } from './plan-round.ts';
import { type ReadRound, readRounds } from './read-rounds.ts';
import type { Invitation } from './repository.ts';
import * as repository from './round-repository.ts';
import type { SecretTokens } from './secret-tokens.ts';
import { type Told, toldMeeting } from './told-meeting.ts';

export type RoundDeps = {
  mailer: Mailer;
  tokens: SecretTokens;
  guestMails: GuestMails;
  address: PublicAddress;
  officeZone: (db: Db) => Promise<string>;
  clock: () => Date;
};

/** Maximum number of invitations written at once, so that a call ends while its device waits for it. */
export const maxInvitations = 10_000;
/**
 * Maximum numbers of mails composed and written at once, and of events in their calendars: more would hold up this
 * process and its memory. A mail of more events is composed alone.
 */
const [mailsAtOnce, eventsAtOnce] = [10, 200];
/** Number of invitations written at once; each has a token to be computed. */
const invitationsAtOnce = 1_000;

/**
 * Tells everybody what they do not know yet of a meeting, whose row the caller has locked. The mails are sent when the
 * transaction is committed; repeating the same round does nothing.
 */
export async function sendRound(deps: RoundDeps, db: Db, meetingId: string, id: string): Promise<void> {
  const made = await repository.findRound(db, id);
  if (made && made.meetingId !== meetingId) throw idConflict(undefined);
  if (made) return;
  await repository.lockWaitingMails(db, [meetingId]);
  const rounds = await readRounds(db, [meetingId]);
  if (rounds.some(({ facts }) => facts.meeting.endAt <= deps.clock()))
    throw invalidField('id', 'Встреча уже прошла: приглашать на неё поздно');
  await tell(deps, db, rounds, { idOf: () => id });
}

type Series = Pick<SeriesWords, 'rule'> & { meetings: readonly { id: string; endAt: Date }[] };

/**
 * The same for the meetings of a series, whose rows the caller has locked: a round of each, and one mail to each person.
 * Meetings that are over are left out.
 * @returns how many meetings were told of, and how many people are mailed
 */
export async function sendSeriesRound(
  deps: RoundDeps,
  db: Db,
  { meetings, rule }: Series,
  id: string,
): Promise<{ meetings: number; people: number }> {
  // No client can choose such an id: a round of a single meeting has a UUID.
  const idOf = (meetingId: string) => `${id} ${meetingId}`;
  const ids = meetings.map((meeting) => meeting.id);
  if (await repository.isAnyMade(db, ids.map(idOf))) return { meetings: 0, people: 0 };
  const coming = meetings.filter(({ endAt }) => endAt > deps.clock()).map((meeting) => meeting.id);
  if (coming.length === 0) throw invalidField('from', 'Все встречи серии уже прошли: приглашать на них поздно');
  await repository.lockWaitingMails(db, coming);
  return tell(deps, db, await readRounds(db, coming), { idOf, series: { rule, coming: coming.length } });
}

type Naming = { idOf: (meetingId: string) => string; series?: SeriesWords };

async function tell(deps: RoundDeps, db: Db, read: readonly ReadRound[], { idOf, series }: Naming) {
  const outdated = read.filter(({ plan }) => plan.isOutdated);
  const [first] = outdated;
  // Not an error, even if there is nobody to invite: a selected option must not make the call fail.
  if (!first) return { meetings: 0, people: 0 };
  const createdAt = deps.clock();
  const rounds = outdated.map((round) => ({ ...round, sequence: round.last ? round.last.sequence + 1 : 0 }));
  const before = await toldBefore(db, rounds);
  const messages = rounds.flatMap((round) => messagesOf(round, createdAt, before));
  if (messages.length > maxInvitations) {
    const most = maxInvitations.toLocaleString('ru');
    throw invalidField('from', `Получается больше ${most} приглашений сразу: отправьте их из отдельных встреч`);
  }
  const letters = series
    ? [...Map.groupBy(messages, ({ reader }) => reader.email).values()]
    : messages.map((message) => [message]);
  await deps.guestMails.addOrRefuse(db, first.facts.organizer.id, strangersAmong(letters));
  await repository.insertRounds(
    db,
    rounds.map(({ facts, sequence, content, times }) => {
      const meetingId = facts.meeting.id;
      return { id: idOf(meetingId), meetingId, sequence, content, times, told: toldMeeting(facts), createdAt };
    }),
  );
  const replaced = rounds.flatMap(({ plan }) => [...plan.updated.map(({ invitation }) => invitation), ...plan.removed]);
  const dropped = rounds.flatMap(({ plan }) => plan.dropped);
  await giveUpMails(deps, db, replaced, 'Вместо него отправлено следующее письмо');
  await giveUpMails(deps, db, dropped, 'Человека убрали из списка раньше, чем письмо удалось отправить');
  const moved = rounds.filter(({ plan }) => plan.isMoved);
  await repository.askAgain(
    db,
    moved.map(({ facts, times }) => ({ meetingId: facts.meeting.id, times })),
  );
  const mailOf = await postLetters(deps, db, letters, series);
  for (let first = 0; first < messages.length; first += invitationsAtOnce)
    await writeInvitations(deps, db, messages.slice(first, first + invitationsAtOnce), mailOf);
  await repository.updateInvitations(
    db,
    dropped.map((each) => ({ ...each, revokedAt: createdAt })),
  );
  return { meetings: rounds.length, people: letters.length };
}

async function writeInvitations(
  { tokens }: Pick<RoundDeps, 'tokens'>,
  db: Db,
  messages: readonly RoundMessage[],
  mailOf: ReadonlyMap<RoundMessage, string>,
): Promise<void> {
  const made = messages.flatMap((message) => {
    if (!message.isFresh) return [];
    const tokenHash = tokenDigest(tokens.tokenOf(message.row.id));
    return { ...message.row, meetingId: message.facts.meeting.id, tokenHash, mailId: mailOf.get(message) ?? null };
  });
  const told = messages.flatMap((each) => (each.isFresh ? [] : { ...each.row, mailId: mailOf.get(each) ?? null }));
  await repository.insertInvitations(db, made);
  await repository.updateInvitations(db, told);
}

type NumberedRound = ReadRound & { sequence: number };
type RoundMessage = Message & { isFresh: boolean; row: repository.Written; hasPassword: boolean };

/** Returns a function that finds what the person of an invitation knows of its meeting. */
async function toldBefore(db: Db, rounds: readonly NumberedRound[]) {
  const keyOf = (meetingId: string, sequence: number | null) => `${meetingId} ${sequence}`;
  const heard = rounds.flatMap(({ plan, facts }) =>
    plan.updated.flatMap(({ invitation }) => {
      const sequence = heardSequenceOf(invitation);
      return sequence === null ? [] : { meetingId: facts.meeting.id, sequence };
    }),
  );
  const rows = await repository.findTold(db, heard);
  const byRound = new Map(rows.map((row) => [keyOf(row.meetingId, row.sequence), row]));
  return (invitation: Invitation) => byRound.get(keyOf(invitation.meetingId, heardSequenceOf(invitation)));
}

/** Returns what a round tells each person, with what it writes of their invitation. */
function messagesOf(
  { facts, plan, content, times, sequence }: NumberedRound,
  createdAt: Date,
  toldTo: (invitation: Invitation) => Told | undefined,
): RoundMessage[] {
  const fresh = plan.fresh.map(({ userId, guestId, name, email, hasPassword }): RoundMessage => {
    const reader = { id: uuidv7(), name, email, answer: null };
    const nothing = { heardSequence: null, mailId: null, revokedAt: null };
    const row = { id: reader.id, userId, guestId, name, email, sequence, createdAt, ...nothing };
    return { kind: 'invitation', facts, sequence, reader, hasPassword, isFresh: true, row };
  });
  const updated = plan.updated.map(({ person, invitation }): RoundMessage => {
    const { userId, guestId, name, email, hasPassword } = person;
    const answer = isMovedFor(invitation, times) && invitation.answeredTimes !== times ? null : invitation.answer;
    const reader = { id: invitation.id, name, email, answer };
    // For a person who has not received any mail, this is the first one again.
    const since = isUnheard(invitation) ? createdAt : invitation.createdAt;
    const heardSequence = heardSequenceOf(invitation);
    const row = { ...invitation, userId, guestId, name, email, sequence, heardSequence, createdAt: since };
    const kind = mailKindOf(invitation, { content, times });
    return { kind, facts, sequence, reader, before: toldTo(invitation), hasPassword, isFresh: false, row };
  });
  const removed = plan.removed.map((invitation): RoundMessage => {
    const row = { ...invitation, sequence, revokedAt: createdAt };
    const { hasPassword } = invitation;
    return { kind: 'removal', facts, sequence, reader: invitation, hasPassword, isFresh: false, row };
  });
  return [...fresh, ...updated, ...removed];
}

/** Posts one mail for all messages to the same person. @returns the mail of each message */
export async function postLetters<Told extends Message>(
  deps: RoundDeps,
  db: Db,
  letters: readonly Told[][],
  series?: SeriesWords,
): Promise<Map<Told, string>> {
  const { tokens, address, clock, mailer } = deps;
  const link = (id: string) => `${address.url()}/s/${tokens.tokenOf(id)}`;
  const wording = { ...(series && { series }), zone: await deps.officeZone(db), stamp: clock(), link };
  const mailOf = new Map<Told, string>();
  for (const some of batches(letters)) {
    const ids = await mailer.postAll(
      db,
      some.map((letter) => letterMail(letter, wording)),
    );
    for (const [place, letter] of some.entries()) {
      for (const message of letter) mailOf.set(message, ids[place] ?? '');
    }
  }
  return mailOf;
}

function* batches<Letter extends readonly unknown[]>(letters: readonly Letter[]): Generator<Letter[]> {
  let [batch, events]: [Letter[], number] = [[], 0];
  for (const letter of letters) {
    if (batch.length === mailsAtOnce || (batch.length > 0 && events + letter.length > eventsAtOnce)) {
      yield batch;
      [batch, events] = [[], 0];
    }
    batch.push(letter);
    events += letter.length;
  }
  if (batch.length > 0) yield batch;
}

/** Gives up the waiting mails of these invitations; those that are kept for other meetings stay. */
export async function giveUpMails(
  { mailer }: Pick<RoundDeps, 'mailer'>,
  db: Db,
  invitations: readonly Invitation[],
  reason: string,
): Promise<void> {
  const waiting = invitations.filter(({ mailState, isMailKept }) => mailState === 'waiting' && !isMailKept);
  await mailer.giveUp(db, [...new Set(waiting.flatMap(({ mailId }) => mailId ?? []))], reason);
}

/** Returns the address of each mail to a guest or to a user who has never signed in: they may be made up. */
export function strangersAmong(letters: readonly (Message & { hasPassword: boolean })[][]): string[] {
  const strangers = letters.filter((letter) => !letter.some(({ hasPassword }) => hasPassword));
  return strangers.flatMap(([first]) => first?.reader.email ?? []);
}
