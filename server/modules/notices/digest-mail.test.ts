import { expect, test } from 'vitest';
import { digestMail } from './digest-mail.ts';

test('a day of another year ends a line with one point', () => {
  const row = { user_id: 'kim', email: 'kim@example.ru', name: 'Ким', protocol_id: 'p', meeting_id: null };
  const facts = { title: 'Смета', due_at: '2027-01-01' };
  const mail = digestMail(
    [{ ...row, kind: 'task_due_1', facts }],
    { today: '2026-12-31', zone: 'Europe/Moscow' },
    'https://a.example.ru',
  );
  expect(mail.text?.replaceAll('\u00A0', ' ')).toContain('Срок поручения — завтра, 1 января 2027 г.\nСмета');
});
