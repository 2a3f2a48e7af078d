import type { StoredCalendar } from '#server/platform/db/index.ts';

/** A mail to send. `id` stays the same when it is sent again, so that a receiver recognises it. */
export type OutgoingMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  replyTo: string | undefined;
  attachments: { name: string; type: string; content: Buffer }[];
  calendar?: StoredCalendar | undefined;
  date: Date;
};

export type MailAddress = { name: string; address: string };

/** Sends mails. Rejects with a MailRefused if no further attempt can help, with any other error if one may. */
export interface MailTransport {
  /** False if mails are only stored on this server because none is set that would deliver them. */
  isConnected: boolean;
  send(mail: OutgoingMail): Promise<void>;
}

/** The receiving server refuses this mail for good; the message is its reason. */
export class MailRefused extends Error {}

/** Name of the file with the events of a mail, whether it tells of one meeting or of many. */
export const calendarFileName = 'invite.ics';

/** A mail as nodemailer composes it: both texts, and headers that keep robots from answering. */
export function composed(mail: OutgoingMail, from: MailAddress) {
  const files = mail.attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }));
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html && { html: mail.html }),
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    attachments: mail.calendar?.method === 'PUBLISH' ? [...files, publishedFile(mail.calendar)] : files,
    // As a part that calendars act on, and as a file for those that do not.
    ...(mail.calendar &&
      mail.calendar.method !== 'PUBLISH' && { icalEvent: { ...mail.calendar, filename: calendarFileName } }),
    date: mail.date,
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // A mail that a person sends is not marked as automatic: people may answer it.
    ...(mail.replyTo ? {} : { headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** As a file only: of several events in a part of the mail, calendars show the first. */
function publishedFile({ content }: StoredCalendar) {
  return { filename: calendarFileName, contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content };
}
