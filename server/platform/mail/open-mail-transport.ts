import { join } from 'node:path';
import { createMailFolder } from './mail-folder.ts';
import type { MailAddress, MailTransport } from './mail-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** Opens SMTP if the settings name a server, else the mail folder; `say` prints what is written there. */
export function openMailTransport(
  place: { smtpUrl: string | undefined; mailFrom: MailAddress; dataDir: string },
  say: (line: string) => void,
): MailTransport {
  return place.smtpUrl === undefined
    ? createMailFolder(join(place.dataDir, 'mail'), place.mailFrom, say)
    : createSmtpTransport(place.smtpUrl, place.mailFrom);
}
