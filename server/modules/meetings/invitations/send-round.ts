import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/platform/db/index.ts';
import { idConflict, invalidField, type PublicAddress } from '#server/platform/http/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { timesOf } from '../shared/invitation-answer.ts';
import { calendarOf } from './calendar-event.ts';
import type { GuestMails } from './guest-mail-limits.ts';
import { contentDigest, type MeetingFacts, meetingFacts } from './meeting-facts.ts';
import { attachedTo, type MailKind, meetingMail } from './meeting-mails.ts';
import { isUnheard, mailKindOf, planRound, type RoundPlan } from './plan-round.ts';
import * as repository from './repository.ts';
import { type SecretTokens, tokenDigest } from './secret-tokens.ts';

export type RoundDeps = {
  mailer: Mailer;
  tokens: SecretTokens;
  guestMails: GuestMails;
  address: PublicAddress;
  officeZone: (db: Db) => Promise<string>;
  clock: () => Date;
};

/** Reads the data of a round: the present facts of the meeting, and whom to tell what. */
export async function readRound(db: Db, meetingId: string) {
  const facts = await meetingFacts(db, meetingId);
  const people = await repository.listedPeople(db, meetingId);
  const invitations = await repository.openInvitations(db, meetingId);
  const last = await repository.lastRound(db, meetingId);
  const now = { content: contentDigest(facts), times: timesOf(facts.meeting) };
  const plan = planRound({ people, invitations, last, ...now, organizer: facts.organizer });
  return { facts, people, invitations, last, plan, ...now };
}

/**
 * Tells everybody what they do not know yet of a meeting, whose row the caller has locked. The mails are sent when the
 * transaction is committed; repeating the same round does nothing.
 */
export async function sendRound(deps: RoundDeps, db: Db, meetingId: string, id: string): Promise<void> {
  const made = await repository.findRound(db, id);
  if (made && made.meetingId !== meetingId) throw idConflict(undefined);
  if (made) return;
  await repository.lockWaitingMails(db, meetingId);
  const { facts, invitations, last, plan, content, times } = await readRound(db, meetingId);
  if (facts.meeting.endAt <= deps.clock()) throw invalidField('id', 'Встреча уже прошла: приглашать на неё поздно');
  // Not an error, even if there is nobody to invite: a selected option must not make the call fail.
  if (!plan.isOutdated) return;
  const written = [...plan.fresh, ...plan.updated.map(({ person }) => person), ...plan.removed];
  await deps.guestMails.addOrRefuse(db, facts.organizer.id, strangersAmong(written));
  const createdAt = deps.clock();
  const sequence = last ? last.sequence + 1 : 0;
  const round = { id, meetingId, sequence, content, times, createdAt };
  await repository.insertRound(db, round);
  const post = await postman(deps, db, facts, sequence);
  if (plan.isMoved) await repository.askAgain(db, invitations, times);
  await inviteFresh(deps, db, plan, round, post);
  const told = { isMoved: plan.isMoved, isChanged: content !== last?.content, times };
  for (const { person, invitation } of plan.updated) {
    const { userId, guestId, name, email } = person;
    const answer = plan.isMoved && invitation.answeredTimes !== times ? null : invitation.answer;
    const mailId = await post(mailKindOf(invitation, told), { ...invitation, name, email, answer }, invitation.mailId);
    // For a person who has not received any mail, this is the first one again.
    const first = isUnheard(invitation) && { createdAt };
    await repository.changeInvitation(db, invitation.id, { userId, guestId, name, email, sequence, mailId, ...first });
  }
  for (const invitation of plan.removed) {
    const mailId = await post('removal', invitation, invitation.mailId);
    await repository.changeInvitation(db, invitation.id, { sequence, mailId, revokedAt: createdAt });
  }
  for (const { id: dropped, mailId } of plan.dropped) {
    if (mailId)
      await deps.mailer.giveUp(db, [mailId], 'Человека убрали из списка раньше, чем письмо удалось отправить');
    await repository.changeInvitation(db, dropped, { revokedAt: createdAt });
  }
}

type Post = Awaited<ReturnType<typeof postman>>;

async function inviteFresh({ tokens }: RoundDeps, db: Db, { fresh }: RoundPlan, round: repository.Round, post: Post) {
  const { meetingId, sequence, createdAt } = round;
  for (const { userId, guestId, name, email } of fresh) {
    const id = uuidv7();
    const mailId = await post('invitation', { id, name, email, answer: null }, null);
    const tokenHash = tokenDigest(tokens.tokenOf(id));
    const row = { id, meetingId, userId, guestId, name, email, tokenHash, sequence, mailId, createdAt };
    await repository.insertInvitation(db, row);
  }
}

/** Tells invited people that a meeting is cancelled; the caller deletes it in the same transaction. */
export async function sendCancellations(deps: RoundDeps, db: Db, meetingId: string): Promise<void> {
  const facts = await meetingFacts(db, meetingId);
  const last = await repository.lastRound(db, meetingId);
  if (!last || facts.meeting.endAt <= deps.clock()) return;
  const post = await postman(deps, db, facts, last.sequence + 1);
  await repository.lockWaitingMails(db, meetingId);
  const open = await repository.openInvitations(db, meetingId);
  const heard = open.filter((invitation) => !invitation.isBlocked && !isUnheard(invitation));
  for (const invitation of heard) await post('cancellation', invitation, invitation.mailId);
  deps.guestMails.addWithoutCheck(db, facts.organizer.id, strangersAmong(heard));
}

/** Returns the addresses of guests, and of users who have never signed in: they may be made up. */
function strangersAmong(people: readonly { hasPassword: boolean; email: string }[]): string[] {
  return people.flatMap(({ hasPassword, email }) => (hasPassword ? [] : [email]));
}

/** Stops the unsent mails of a meeting that is about to be deleted. */
export async function withdrawMails({ mailer }: Pick<RoundDeps, 'mailer'>, db: Db, meetingId: string): Promise<void> {
  const waiting = (await repository.openInvitations(db, meetingId)).filter(({ mailState }) => mailState === 'waiting');
  const ids = waiting.flatMap(({ mailId }) => mailId ?? []);
  if (ids.length > 0) await mailer.giveUp(db, ids, 'Встреча удалена раньше, чем письмо удалось отправить');
}

/** Returns a function that posts the mails of one round; an unsent earlier mail is replaced by the next one. */
async function postman(deps: RoundDeps, db: Db, facts: MeetingFacts, sequence: number) {
  const { mailer, tokens, address, clock } = deps;
  const zone = await deps.officeZone(db);
  const { endAt, files } = facts.meeting;
  return async (
    kind: MailKind,
    reader: Pick<repository.Invitation, 'id' | 'name' | 'email' | 'answer'>,
    earlier: string | null,
  ): Promise<string> => {
    if (earlier) await mailer.giveUp(db, [earlier], 'Вместо него отправлено следующее письмо');
    const isOff = kind === 'removal' || kind === 'cancellation';
    const link = isOff ? undefined : `${address.url()}/s/${tokens.tokenOf(reader.id)}`;
    const more = { sequence, stamp: clock(), ...(link && { link }) };
    const mail = meetingMail(facts, reader, { kind, zone, ...(link && { link }) });
    const calendar = calendarOf(facts, isOff ? 'CANCEL' : 'REQUEST', reader, more);
    const attachments = isOff ? [] : attachedTo(files);
    return mailer.post(db, { ...mail, replyTo: facts.organizer.email, calendar, attachments }, endAt);
  };
}
