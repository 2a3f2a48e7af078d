import type { Notices } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { Mailer } from '#server/platform/mail/index.ts';
import { findMeetingsOfMail } from './repository.ts';

/** Tells the secretary of each mail about meetings that finally failed: one notice, however many meetings it told of. */
export function noteRefusals({ mailer, notices }: { mailer: Mailer; notices: Pick<Notices, 'tell'> }): void {
  mailer.onFailure(async (db: Db, { id: key, reason }) => {
    const told = await findMeetingsOfMail(db, key);
    const [first] = told;
    if (!first) return;
    const { meetingId, ownerId: userId, title, startAt, name, email } = first;
    const facts = {
      ...{ title, held_at: startAt.toISOString(), meetings: told.length, to_name: name, to_email: email },
      // What the server of the mailbox replied follows the colon, and is shown with the meeting.
      reason: reason.split(':')[0] ?? reason,
    };
    await notices.tell(db, [{ userId, kind: 'invitation_refused', key, meetingId, facts }]);
  });
}
