import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailFolder } from './mail-folder.ts';

const dayMs = 24 * 3600 * 1000;

const from = { name: 'Протокол', address: 'p@example.ru' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-mails-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('mails are removed once they are older than 90 days', async () => {
  const openFolder = () => createMailFolder({ folder, from, isForPeople: false, say: () => undefined });
  const mail = { to: 'a@example.ru', subject: 'Письмо', text: 'Текст', html: undefined, replyTo: undefined };
  const send = (id: string, transport = openFolder()) =>
    transport.send({ id, date: new Date(), attachments: [], ...mail });
  await send('first');
  await send('second');
  const before = (days: number) => new Date(Date.now() - days * dayMs);
  await utimes(join(folder, 'first.eml'), new Date(), before(91));
  await utimes(join(folder, 'second.eml'), new Date(), before(89));
  await send('third');
  expect((await readdir(folder)).sort()).toEqual(['second.eml', 'third.eml']);
});

test('where people work with the server, only the path of a mail is printed: its link opens an account', async () => {
  const printed = async (isForPeople: boolean) => {
    const said: string[] = [];
    const text = 'Новый пароль: https://p.example.ru/change-password/geheim?email=a%40example.ru';
    const mail = { to: 'a@example.ru', subject: 'Пароль', text, html: undefined, replyTo: undefined, attachments: [] };
    const transport = createMailFolder({ folder, from, isForPeople, say: (line) => said.push(line) });
    await transport.send({ id: 'mail', date: new Date(), ...mail });
    return said.join('\n');
  };
  expect(await printed(true)).toBe(`Письмо записано: ${join(folder, 'mail.eml')}`);
  expect(await printed(false)).toMatch(/«Пароль» для a@example\.ru: .*\n {2}https:.*geheim/);
});
