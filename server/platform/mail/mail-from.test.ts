import { expect, test } from 'vitest';
import { mailFromOf, readMailAddress } from './mail-from.ts';

const unset = { mailFrom: undefined, smtpUrl: undefined, appUrl: undefined };

test.each([
  ['info@example.ru', { name: 'Протокол', address: 'info@example.ru' }],
  ['Секретариат <info@example.ru>', { name: 'Секретариат', address: 'info@example.ru' }],
  ['"Секретариат, ООО" <info@example.ru>', { name: 'Секретариат, ООО', address: 'info@example.ru' }],
  ['Секретариат <info@почта.рф>', { name: 'Секретариат', address: 'info@xn--80a1acny.xn--p1ai' }],
  ['robot@localhost', { name: 'Протокол', address: 'robot@localhost' }],
  ['info', undefined],
  ['Секретариат <info>', undefined],
  ['info@example.ru\r\nBcc: other@example.ru', undefined],
  ['Секретариат\r\nBcc: other@example.ru <info@example.ru>', undefined],
])('%j is read as %j', (line, address) => {
  expect(readMailAddress(line)).toEqual(address);
});

test.each([
  [
    { ...unset, mailFrom: 'info@example.ru', smtpUrl: 'smtps://robot%40example.ru:x@mail.example.ru' },
    'info@example.ru',
  ],
  [
    { ...unset, smtpUrl: 'smtps://robot%40example.ru:x@mail.example.ru', appUrl: 'https://app.example.ru' },
    'robot@example.ru',
  ],
  [
    { ...unset, smtpUrl: 'smtp://robot:x@mail.example.ru', appUrl: 'https://app.example.ru' },
    'no-reply@app.example.ru',
  ],
  [{ ...unset, appUrl: 'http://10.0.0.5:3000' }, 'no-reply@localhost'],
  [unset, 'no-reply@localhost'],
])('with %j mails are from %s', (settings, address) => {
  expect(mailFromOf(settings)).toEqual({ name: 'Протокол', address });
});
