import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composed, type MailAddress, type MailTransport } from './mail-transport.ts';

/**
 * Writes each mail as .eml instead of sending it, and says its link: for a server without SMTP. The file is there whole
 * or not at all, readable by its owner alone.
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
      // People's words, on the console of whoever takes links from it.
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
