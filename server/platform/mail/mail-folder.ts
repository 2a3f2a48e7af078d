import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type MailAddress, type MailTransport } from './mail-transport.ts';

/**
 * Creates a transport for a server without SMTP: it writes each mail as .eml and prints its link. The file is written
 * whole or not at all, readable by its owner alone.
 */
export function createMailFolder(folder: string, from: MailAddress, say: (line: string) => void): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    isConnected: false,
    async send(mail) {
      const { message } = await composer.sendMail(composed(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      await writeWhole(path, message as Buffer);
      const link = /https?:\/\/[^\s\p{Cc}]+/u.exec(mail.text)?.[0];
      // Subjects contain people's own words: without control characters they cannot forge lines on the console.
      const subject = mail.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
      say(`Письмо «${subject}» для ${mail.to}: ${path}${link ? `\n  ${link}` : ''}`);
    },
  };
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
