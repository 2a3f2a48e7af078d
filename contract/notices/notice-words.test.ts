import { describe, expect, test } from 'vitest';
import type { NoticeFacts } from './notice.ts';
import { noticeAddress, noticeWords } from './notice-words.ts';

const reading = { today: '2026-11-26', zone: 'Europe/Moscow' };
const plain = (text: string) => text.replaceAll('\u00A0', ' ');
const words = (kind: string, facts: NoticeFacts, when = reading) => {
  const { title, name, detail } = noticeWords({ kind, facts }, when);
  return [title, name, detail].map(plain);
};
const of = { title: 'Подготовить смету', protocol_number: '12', protocol_title: 'О бюджете' };

describe('a deadline', () => {
  test.each([
    ['2026-11-26T23:59:59+03:00', 'Срок поручения — сегодня, 26 ноября'],
    ['2026-11-27T23:59:59+03:00', 'Срок поручения — завтра, 27 ноября'],
    ['2026-11-29', 'Срок поручения — через 3 дня, 29 ноября'],
    ['2026-12-01', 'Срок поручения — через 5 дней, 1 декабря'],
    ['2027-01-15', 'Срок поручения — через 50 дней, 15 января 2027 г.'],
    ['2026-11-25', 'Срок поручения — 25 ноября'],
    // The day is that of the place where it was written, whatever the reader's zone.
    ['2026-11-27T23:59:59+10:00', 'Срок поручения — завтра, 27 ноября'],
    // UTC names no place, so the day is that of the zone.
    ['2026-11-26T22:00:00Z', 'Срок поручения — завтра, 27 ноября'],
  ])('%s is worded as the days that are left', (due_at, title) => {
    expect(words('task_due_1', { ...of, due_at })).toEqual([title, 'Подготовить смету', 'Протокол № 12 «О бюджете»']);
  });

  test.each([
    [1, 'Поручение просрочено на 1 день'],
    [3, 'Поручение просрочено на 3 дня'],
    [11, 'Поручение просрочено на 11 дней'],
    [21, 'Поручение просрочено на 21 день'],
    [112, 'Поручение просрочено на 112 дней'],
  ])('that is %i days past is worded as overdue', (days, title) => {
    expect(words('task_overdue', { ...of, due_at: '2026-11-25', days })[0]).toBe(title);
  });

  test('that was moved names the new and the old day', () => {
    const facts = { ...of, due_at: '2026-12-04', was_due_at: '2026-11-30', changes: ['due'] };
    expect(words('task_changed', facts)).toEqual([
      'Изменён срок поручения: 4 декабря',
      'Подготовить смету',
      'Срок был 30 ноября. Протокол № 12 «О бюджете»',
    ]);
    expect(words('task_changed', { ...of, changes: ['due', 'title'] })[0]).toBe('Изменены поручение и срок: без срока');
  });
});

test.each([
  ['task_given', { ...of, due_at: '2026-11-30' }, 'Новое поручение', 'Срок — 30 ноября. Протокол № 12 «О бюджете»'],
  ['task_given', { title: ' ' }, 'Новое поручение', 'Без срока'],
  ['task_changed', { ...of, changes: ['taken'] }, 'Поручение больше не за вами', 'Протокол № 12 «О бюджете»'],
  ['task_changed', { ...of, changes: ['cancelled'] }, 'Поручение отменено', 'Протокол № 12 «О бюджете»'],
  [
    'task_changed',
    { ...of, due_at: '2026-12-04', was_due_at: '2026-11-30', changes: ['reopened', 'due'] },
    'Поручение снова в работе',
    'Срок — 4 декабря. Протокол № 12 «О бюджете»',
  ],
  ['task_changed', { changes: ['reopened'] }, 'Поручение снова в работе', 'Без срока'],
  [
    'report_came',
    { ...of, by_name: 'Ким Дмитрий Олегович' },
    'Отчёт об исполнении ждёт вас',
    'Ким Д. О. Протокол № 12 «О бюджете»',
  ],
  [
    'report_answered',
    { ...of, state: 'returned', answer: 'Нет подписи' },
    'Отчёт возвращён на доработку',
    'Нет подписи. Протокол № 12 «О бюджете»',
  ],
  ['report_answered', { title: 'Смета', state: 'confirmed' }, 'Исполнение подтверждено', ''],
  [
    'protocol_missing',
    { title: 'Планёрка', held_at: '2026-11-25T07:00:00Z' },
    'Встреча прошла, протокола нет',
    '25 ноября',
  ],
  [
    'work_received',
    { by_name: 'Ким Дмитрий Олегович', protocols: 21, open_tasks: 2, meetings: 5 },
    'Вам передали дела другого секретаря',
    '21 протокол, 2 открытых поручения, 5 встреч',
  ],
  ['work_received', { protocols: 0, open_tasks: 0, meetings: 0 }, 'Вам передали дела другого секретаря', ''],
  [
    'invitation_refused',
    {
      ...{ title: 'Совет', held_at: '2026-12-01T07:00:00Z', reason: 'Почтовый ящик не найден' },
      ...{ to_name: 'Щукин Пётр', to_email: 'p@x.ru' },
    },
    'Письмо о встрече не дошло',
    'Щукин Пётр, p@x.ru. 1 декабря. Почтовый ящик не найден',
  ],
  [
    'invitation_refused',
    { title: 'Совет', held_at: '2026-12-01T07:00:00Z', to_email: 'p@x.ru', meetings: 12 },
    'Письмо о встречах не дошло',
    'p@x.ru. 1 декабря и ещё 11 встреч',
  ],
  ['of_tomorrow', { title: 'Что-то' }, 'Уведомление', ''],
])('%s says what happened', (kind, facts, title, detail) => {
  const [first, , rest] = words(kind, facts);
  expect([first, rest]).toEqual([title, detail]);
});

test('a notice links to its subject, unless that is gone', () => {
  const linkOf = (notice: Parameters<typeof noticeAddress>[0]) => noticeAddress(notice, reading.zone);
  expect(linkOf({ kind: 'task_given', protocol_id: 'p' })).toBe('/main/settings?tab=tasks');
  expect(linkOf({ kind: 'task_given', task_id: 't', protocol_id: 'p' })).toBe('/main/settings?tab=tasks&show=task:t');
  expect(linkOf({ kind: 'report_came', protocol_id: 'p/1' })).toBe('/main/protocols/p%2F1');
  expect(linkOf({ kind: 'report_came', task_id: 't', protocol_id: 'p' })).toBe('/main/protocols/p?show=task:t');
  expect(linkOf({ kind: 'protocol_missing', meeting_id: 'm' })).toBe('/main/protocols/add?meeting=m');
  expect(linkOf({ kind: 'invitation_refused', meeting_id: 'm', facts: { held_at: '2026-12-01T07:00:00Z' } })).toBe(
    '/main/meetings?date=2026-12-01&meeting=m',
  );
  expect(linkOf({ kind: 'work_received' })).toBe('/main/protocols');
  expect(linkOf({ kind: 'task_given', protocol_id: 'p', is_gone: true })).toBeUndefined();
});

test.each([
  ['Europe/Moscow', '2026-11-30'],
  ['Asia/Yekaterinburg', '2026-12-01'],
])('a refused invitation opens the day of the meeting in %s', (zone, day) => {
  const facts = { held_at: '2026-11-30T20:30:00.000Z' };
  const address = noticeAddress({ kind: 'invitation_refused', meeting_id: 'm', facts }, zone);
  expect(address).toBe(`/main/meetings?date=${day}&meeting=m`);
});
