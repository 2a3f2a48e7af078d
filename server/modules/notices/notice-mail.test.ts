import { expect, test } from 'vitest';
import { digestMail } from './notice-mail.ts';

test('a line that ends with «г.» gets no second full stop', () => {
  const row = {
    user_id: 'kim',
    email: 'kim@example.ru',
    name: 'Ким',
    task_id: null,
    protocol_id: 'p',
    meeting_id: null,
  };
  const facts = { title: 'Смета', due_at: '2027-01-01' };
  const mail = digestMail(
    [{ ...row, kind: 'task_due_1', facts }],
    { today: '2026-12-31', zone: 'Europe/Moscow' },
    'https://a.example.ru',
  );
  expect(mail.text?.replaceAll('\u00A0', ' ')).toContain('Срок поручения — завтра, 1 января 2027 г.\nСмета');
});

test.each([
  [31, 'И ещё 1 уведомление: откройте список'],
  [35, 'И ещё 5 уведомлений: откройте список'],
])('a mail of %i notices counts those that it does not list', (count, words) => {
  const row = { user_id: 'kim', email: 'kim@example.ru', name: 'Ким', protocol_id: 'p', meeting_id: null };
  const given = (task_id: string) => ({ ...row, kind: 'task_given', task_id, facts: { title: 'Смета' } });
  const [first = given('t'), ...rest] = Array.from({ length: count }, (_, place) => given(`t${place}`));
  const mail = digestMail([first, ...rest], { today: '2026-12-31', zone: 'Europe/Moscow' }, 'https://a.example.ru');
  expect(mail.text?.replaceAll('\u00A0', ' ')).toContain(words);
});

test('the button of one notice links to its task, that of several to the list of tasks', () => {
  const row = { user_id: 'kim', email: 'kim@example.ru', name: 'Ким', protocol_id: 'p', meeting_id: null };
  const given = (task_id: string) => ({ ...row, kind: 'task_given', task_id, facts: { title: 'Смета' } });
  const linksOf = (...rows: [ReturnType<typeof given>, ...ReturnType<typeof given>[]]) =>
    digestMail(rows, { today: '2026-12-31', zone: 'Europe/Moscow' }, 'https://a.example.ru').text?.match(
      /https:\S+main\S+tab=tasks\S*/g,
    );
  expect(linksOf(given('t1'))).toEqual(['https://a.example.ru/main/settings?tab=tasks&show=task:t1']);
  expect(linksOf(given('t1'), given('t2'))).toEqual(['https://a.example.ru/main/settings?tab=tasks']);
});

test('the subject has one colon, also where the title has its own', () => {
  const row = { user_id: 'kim', email: 'kim@example.ru', name: 'Ким', protocol_id: 'p', meeting_id: null };
  const facts = { title: 'Смета', changes: ['due'], due_at: '2026-12-12' };
  const moved = { ...row, kind: 'task_changed', task_id: 't1', facts };
  const { subject } = digestMail([moved], { today: '2026-12-01', zone: 'Europe/Moscow' }, 'https://a.example.ru');
  expect(subject).toBe('Изменён срок поручения: 12\u00A0декабря. Смета');
});
