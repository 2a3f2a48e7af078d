import { isIP } from 'node:net';
import * as z from 'zod/mini';
import type { MailAddress } from './mail-transport.ts';

const appName = 'Протокол';
const mailbox = z.string().check(z.maxLength(254), z.email());

/** Reads `почта@пример.рф` or `Название <почта@пример.рф>`; undefined for anything else. */
export function readMailAddress(line: string): MailAddress | undefined {
  const [, name = '', bracketed] = /^\s*(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>)\s*$/u.exec(line) ?? [];
  const address = mailbox.safeParse(bracketed ?? line.trim());
  return address.success ? { name: name.trim() || appName, address: address.data } : undefined;
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
