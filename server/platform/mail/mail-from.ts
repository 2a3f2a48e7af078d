import { isIP } from 'node:net';
import { emailKey, isEmail } from '#contract/common.ts';
import type { MailAddress } from './mail-transport.ts';

const appName = 'Протокол';

/** Reads `почта@пример.рф` or `Название <почта@пример.рф>`; undefined for anything else. */
export function readMailAddress(line: string): MailAddress | undefined {
  const [, name = '', bracketed] = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>)\s*$/u.exec(line) ?? [];
  const address = bracketed ?? line.trim();
  return isEmail(address) ? { name: name.trim() || appName, address: emailKey(address) } : undefined;
}

/**
 * Returns the sender of mails: the one in the settings, else the mailbox that signs in to the mail server, since many
 * servers take no other, else no-reply at the app's own domain.
 */
export function mailFromOf(settings: {
  mailFrom: string | undefined;
  smtpUrl: string | undefined;
  appUrl: string | undefined;
}): MailAddress {
  const named = settings.mailFrom === undefined ? undefined : readMailAddress(settings.mailFrom);
  const login = settings.smtpUrl === undefined ? '' : decodeURIComponent(new URL(settings.smtpUrl).username);
  return named ?? readMailAddress(login) ?? { name: appName, address: `no-reply@${domainOf(settings.appUrl)}` };
}

function domainOf(appUrl: string | undefined): string {
  const host = appUrl === undefined ? 'localhost' : new URL(appUrl).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? host : 'localhost';
}
