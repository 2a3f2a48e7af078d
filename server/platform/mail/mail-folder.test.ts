import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailFolder } from './mail-folder.ts';

const dayMs = 24 * 3600 * 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-mails-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('mails are removed once they are older than 90 days', async () => {
  const openFolder = () => createMailFolder(folder, { name: 'Протокол', address: 'p@example.ru' }, () => undefined);
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
