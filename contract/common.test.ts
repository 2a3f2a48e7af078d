import { expect, test } from 'vitest';
import { email, emailKey, requiredText } from './common.ts';

const name = requiredText(20);
const messages = (value: string) => name.safeParse(value).error?.issues.map(({ message }) => message);

test.each(['', ' \u00a0\t', '\u200b\u200d', '\u202e'])('%j counts as an empty text', (value) => {
  expect(messages(value)).toEqual(['Поле обязательно для заполнения']);
});

test.each(['—', '👍', ' Я '])('%j counts as a text and is trimmed', (value) => {
  expect(name.parse(value)).toBe(value.trim());
});

// What a browser's field for an e-mail takes, and domains in any script.
test.each([
  ...['user@example.ru', 'a!b@x.ru', 'a&b@x.ru', "o'neil@x.ru", 'admin@localhost', '.a..b.@x.ru', 'a@1.2'],
  ...['user@почта.рф', 'user@xn--80a1acny.xn--p1ai', 'user@почта.example.ru', 'User@ПОЧТА.РФ', ' user@почта.рф '],
])('%j: is an e-mail', (typed) => {
  expect(email.safeParse(typed).data).toBe(typed.trim());
});

test.each([
  ...[
    'user',
    'user@',
    '@x.ru',
    'a b@x.ru',
    'a,b@x.ru',
    'a@b@x.ru',
    'a@x..ru',
    'a@-x.ru',
    'a@x.ru.',
    'a@x_y.ru',
    'я@x.ru',
  ],
  ...['a@почта.рф/x', 'a@почта.рф:25', 'a@почта.рф?x', 'a@почта.рф#x', 'a@x:y@почта.рф', 'a@почта..рф'],
  ...['имя@почта.рф', 'a@почта.рф\r\nBcc: b@x.ru', 'a@поч\u200bта.рф', 'a@%D1%80.рф', `a@${'я'.repeat(64)}.рф`],
  ...[`${'a'.repeat(250)}@x.ru`, `${'a'.repeat(236)}@почта.рф`],
])('%j: is no e-mail', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Неверный формат e-mail');
});

test('a domain in Unicode is the one in ASCII, and case does not matter', () => {
  const key = 'user@xn--80a1acny.xn--p1ai';
  for (const typed of ['user@почта.рф', ' User@ПОЧТА.рф ', key.toUpperCase()]) expect(emailKey(typed)).toBe(key);
  expect(emailKey('не адрес')).toBe('не адрес');
});
