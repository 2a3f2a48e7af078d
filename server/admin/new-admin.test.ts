import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { StartError } from '#server/config/read-config.ts';
import { adminOfEnvironment, askForAdmin } from './new-admin.ts';
import { withTerminal } from './terminal.ts';

/** Answers each question with the next line once it has been asked, like a person at the keyboard. */
function answering(lines: string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  const waiting = [...lines];
  output.on('data', (chunk: Buffer) => {
    shown += chunk;
    if (!stripVTControlCharacters(shown).endsWith(': ')) return;
    const next = waiting.shift();
    // Deferred, because the question is printed before the terminal listens for its answer.
    if (next !== undefined) setImmediate(() => input.write(`${next}\r`));
  });
  return { streams: { input, output }, shown: () => shown, input };
}

test('asks until each answer is valid, and shows no password', async () => {
  const said = answering([
    ...['не адрес', 'First@Example.ru', ' ', 'Котова Нина'],
    ...['12345', 'первый пароль', 'опечатка', 'второй пароль', 'второй пароль'],
  ]);
  const admin = await withTerminal(askForAdmin, said.streams);
  expect(admin).toEqual({ email: 'First@Example.ru', name: 'Котова Нина', password: 'второй пароль' });
  for (const words of [
    ...['Неверный формат e-mail.', 'Поле обязательно для заполнения.'],
    ...['Пароль должен содержать минимум 6 символов.', 'Пароли должны совпадать.'],
  ])
    expect(said.shown()).toContain(words);
  expect(said.shown()).toContain('Котова Нина');
  expect(said.shown()).not.toMatch(/12345|первый пароль|опечатка|второй пароль/);
});

test('Ctrl+C at a question creates no administrator', async () => {
  const said = answering(['first@example.ru']);
  const asked = withTerminal(askForAdmin, said.streams);
  await expect.poll(said.shown).toContain('Фамилия');
  said.input.write('\u0003');
  await expect(asked).rejects.toThrow(new StartError('Администратор не создан.'));
});

test('an empty ADMIN_EMAIL names no administrator', () => {
  expect(adminOfEnvironment({ ADMIN_EMAIL: '', ADMIN_NAME: 'Имя' })).toBeUndefined();
});
