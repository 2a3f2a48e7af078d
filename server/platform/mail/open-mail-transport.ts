import { join } from 'node:path';
import { createMailFolder } from './mail-folder.ts';
import type { MailAddress, MailTransport } from './mail-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** Sends by SMTP where the settings name a server, else writes into the mail folder and prints that by `say`. */
export function openMailTransport(
  place: { smtpUrl: string | undefined; mailFrom: MailAddress; dataDir: string },
  say: (line: string) => void,
): MailTransport {
  return place.smtpUrl === undefined
    ? createMailFolder(join(place.dataDir, 'mail'), place.mailFrom, say)
    : createSmtpTransport(place.smtpUrl, place.mailFrom);
}
