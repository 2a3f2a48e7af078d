// Mails: rows, jobs, transports.

export { mailFromOf, readMailAddress } from './mail-from.ts';
export { button, escapedHtml, linkLines, mailPage } from './mail-page.ts';
export { countMails, isUnderWay, listMails, sweepMails } from './mail-repository.ts';
export { calendarFileName, type MailAddress } from './mail-transport.ts';
export { createMailer, type Mail, type Mailer, type PostedMail } from './mailer.ts';
export { openMailTransport } from './open-mail-transport.ts';
