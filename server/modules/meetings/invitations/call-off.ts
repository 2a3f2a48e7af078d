import type { Db } from '#server/platform/db/index.ts';
import { factsOf } from './meeting-facts.ts';
import { isUnheard } from './plan-round.ts';
import { withKeptMails } from './read-rounds.ts';
import { openInvitations } from './repository.ts';
import { lastRounds, lockWaitingMails } from './round-repository.ts';
import { giveUpMails, postLetters, type RoundDeps, strangersAmong } from './send-rounds.ts';

/** Maximum number of meetings that a person is told of one by one. */
const maxSingle = 3;

/**
 * Tells invited people that meetings are cancelled; the caller deletes them in the same transaction, after
 * `withdrawMails`.
 */
export async function sendCancellations(deps: RoundDeps, db: Db, meetingIds: readonly string[]): Promise<void> {
  const lasts = await lastRounds(db, meetingIds);
  const coming = (await factsOf(db, [...lasts.keys()])).filter(({ meeting }) => meeting.endAt > deps.clock());
  if (coming.length === 0) return;
  await lockWaitingMails(db, meetingIds);
  const open = await openInvitations(db, meetingIds);
  const byMeeting = Map.groupBy(await withKeptMails(db, open, open), ({ meetingId }) => meetingId);
  const messages = coming.flatMap((facts) => {
    const sequence = (lasts.get(facts.meeting.id)?.sequence ?? 0) + 1;
    const heard = (byMeeting.get(facts.meeting.id) ?? []).filter((each) => !each.isBlocked && !isUnheard(each));
    return heard.map((invitation) => ({
      kind: 'cancellation' as const,
      facts,
      sequence,
      reader: invitation,
      hasPassword: invitation.hasPassword,
      invitation,
    }));
  });
  const heard = messages.map(({ invitation }) => invitation);
  await giveUpMails(deps, db, heard, 'Вместо него отправлено следующее письмо');
  const letters = lettersOf(messages);
  await postLetters(deps, db, letters);
  const [first] = coming;
  if (first) deps.guestMails.addWithoutCheck(db, first.organizer.id, strangersAmong(letters));
}

/**
 * Returns what each mail tells. Calendars remove an event by themselves only for a mail about it alone; of more than a
 * few meetings a person gets one mail.
 */
function lettersOf<Told extends { reader: { email: string } }>(messages: readonly Told[]): Told[][] {
  const byMailbox = Map.groupBy(messages, ({ reader }) => reader.email);
  return [...byMailbox.values()].flatMap((all) => (all.length > maxSingle ? [all] : all.map((message) => [message])));
}

/** Stops the unsent mails of meetings that are about to be deleted. One that also tells of others is sent. */
export async function withdrawMails(
  deps: Pick<RoundDeps, 'mailer'>,
  db: Db,
  meetingIds: readonly string[],
): Promise<void> {
  await lockWaitingMails(db, meetingIds);
  const open = await openInvitations(db, meetingIds);
  const kept = await withKeptMails(db, open, open);
  await giveUpMails(deps, db, kept, 'Встреча удалена раньше, чем письмо удалось отправить');
}
