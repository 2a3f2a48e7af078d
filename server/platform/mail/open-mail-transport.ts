import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { createMailFolder } from './mail-folder.ts';
import { composed, type MailAddress, MailRefused, type MailTransport } from './mail-transport.ts';
import { reasonOf, type SmtpError } from './refusal-words.ts';

type MailPlace = { smtpUrl: string | undefined; mailFrom: MailAddress; dataDir: string; isProduction: boolean };

/** Opens SMTP if the settings name a server, else the mail folder; `say` prints what is written there. */
export function openMailTransport(place: MailPlace, say: (line: string) => void): MailTransport {
  const { smtpUrl, mailFrom: from, dataDir, isProduction: isForPeople } = place;
  if (smtpUrl !== undefined) return createSmtpTransport(smtpUrl, from);
  return createMailFolder({ folder: join(dataDir, 'mail'), from, isForPeople, say });
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Creates a transport over an SMTP server, given as `smtp://name:password@host` (TLS if a server on another machine
 * offers it) or `smtps://…` (TLS from the start). A password leaves this machine only over TLS.
 */
function createSmtpTransport(url: string, from: MailAddress): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  // Mail servers on this machine often have a self-signed certificate, and nobody can listen in between.
  const here = !secure && loopback.includes(hostname);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: here,
    requireTLS: !secure && !here && username !== '',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
  });
  return {
    isConnected: true,
    async send(mail) {
      try {
        await transport.sendMail(composed(mail, from));
      } catch (error) {
        throw isFinal(error) ? new MailRefused(reasonOf(error), { cause: error }) : new Error(reasonOf(error));
      }
    },
  };
}

/** Replies that ask for a sign-in, or refuse ours. */
const aboutSignIn = [530, 534, 535, 538];
const tooLarge = 552;

/**
 * Whether a refusal is final: a 5xx about this mail is. One about our sign-in, our sender or the connection is not: it
 * would end every mail, until the settings are put right.
 */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SmtpError;
  if (responseCode < 500 || responseCode >= 600 || aboutSignIn.includes(responseCode)) return false;
  return /^(RCPT TO|DATA)/.test(command) || (command.startsWith('MAIL FROM') && responseCode === tooLarge);
}
