import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type MailAddress, type MailTransport } from './mail-transport.ts';

const dayMs = 24 * 3600 * 1000;
/** As long as the rows of mails are kept: a file holds their text, also links that open an account. */
const keptMs = 90 * dayMs;

export type MailFolderOptions = {
  folder: string;
  from: MailAddress;
  /** Whether people work with the server: what it prints is then kept by others, and has no recipient and no link. */
  isForPeople: boolean;
  say: (line: string) => void;
};

/**
 * Creates a transport for a server without SMTP: it writes each mail as .eml and, on a trial, prints its link. The file
 * is written whole or not at all, readable by its owner alone, and removed after 90 days, by the next mail that comes a
 * day later.
 */
export function createMailFolder({ folder, from, isForPeople, say }: MailFolderOptions): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let sweptAt = Number.NEGATIVE_INFINITY;
  return {
    isConnected: false,
    async send(mail) {
      const { message } = await composer.sendMail(composed(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      await writeWhole(path, message as Buffer);
      const now = Date.now();
      if (now - sweptAt >= dayMs) {
        sweptAt = now;
        await removeBefore(folder, now - keptMs);
      }
      if (isForPeople) return say(`Письмо записано: ${path}`);
      const link = /https?:\/\/[^\s\p{Cc}]+/u.exec(mail.text)?.[0];
      // Subjects contain people's own words: without control characters they cannot forge lines on the console.
      const subject = mail.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
      say(`Письмо «${subject}» для ${mail.to}: ${path}${link ? `\n  ${link}` : ''}`);
    },
  };
}

/** Removes the mails that were written before this time, in epoch milliseconds. */
async function removeBefore(folder: string, time: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    if (file && file.mtimeMs < time) await rm(path, { force: true });
  }
}

async function writeWhole(path: string, contents: Buffer): Promise<void> {
  const temporary = `${path}.part`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
