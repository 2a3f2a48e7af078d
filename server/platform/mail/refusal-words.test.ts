import { expect, test } from 'vitest';
import { reasonOf, withoutAddresses } from './refusal-words.ts';

const refused = (response: string, command = 'RCPT TO') => {
  const message = `Can't send mail - all recipients were rejected: ${response}`;
  return Object.assign(new Error(message), { response, command, responseCode: Number(response.slice(0, 3)) });
};

test.each([
  ['550 5.1.1 Mailbox does not exist', 'Почтовый ящик не найден'],
  ['550 No such mailbox', 'Почтовый ящик не найден'],
  ['552 5.2.2 Mailbox size limit exceeded', 'Почтовый ящик переполнен'],
  ['452 4.2.2 The email account is over quota', 'Почтовый ящик переполнен'],
  ['554 5.7.1 Spam message rejected', 'Сервер почты не принял письмо'],
  ['451 4.7.1 Greylisted, try again', 'Сервер почты пока не принимает письмо'],
])('«%s» is preceded by a cause in Russian', (response, cause) => {
  expect(reasonOf(refused(response))).toBe(`${cause}: ${response}`);
});

test('a refused sign-in and an unreachable server are worded in Russian', () => {
  const signIn = Object.assign(refused('535 Authentication failed', 'AUTH PLAIN'), { code: 'EAUTH' });
  expect(reasonOf(signIn)).toBe('Сервер почты не принял имя или пароль: 535 Authentication failed');
  expect(reasonOf(new Error('connect\nECONNREFUSED'))).toBe('Нет связи с сервером почты: connect ECONNREFUSED');
});

test.each([
  ['550 5.1.1 <anna@example.ru>: Recipient address rejected', '550 5.1.1 <…>: Recipient address rejected'],
  ['550 No such user: "анна@почта.рф"', '550 No such user: "…"'],
  ['451 4.7.1 Greylisted, try again', '451 4.7.1 Greylisted, try again'],
])('«%s» is logged without addresses', (reason, logged) => {
  expect(withoutAddresses(reason)).toBe(logged);
});
