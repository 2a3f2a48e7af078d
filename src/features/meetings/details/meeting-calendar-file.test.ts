import { expect, test } from 'vitest';
import { meetingCalendarFile } from './meeting-calendar-file.ts';

const madeAt = new Date('2025-03-01T09:00:00Z');
const budget = {
  id: 'm1',
  title: 'Бюджет; смета, план',
  description: 'Первая строка\nвторая',
  place: 'Зал 4',
  link: 'meet.example.ru/4',
  start_at: '2025-03-20T11:00:00+03:00',
  end_at: '2025-03-20T12:30:00+03:00',
};

/** Returns the properties of the event, unfolded and unescaped. */
function propertiesOf(file: string): Record<string, string> {
  const lines = file.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
  return Object.fromEntries(
    event.map((line) => {
      const [, name = '', value = ''] = /^([^:;]+)[^:]*:(.*)$/.exec(line) ?? [];
      return [name, value.replaceAll('\\n', '\n').replaceAll(/\\([\\;,])/g, '$1')];
    }),
  );
}

test('a meeting is an event in UTC, with escaped text and folded lines', async () => {
  const file = (await meetingCalendarFile(budget, ['Орлова Елена Викторовна', 'Щукин Пётр'], madeAt)) ?? '';
  expect(file.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
  expect(propertiesOf(file)).toMatchObject({
    UID: 'm1@protokol',
    DTSTAMP: '20250301T090000Z',
    DTSTART: '20250320T080000Z',
    DTEND: '20250320T093000Z',
    SUMMARY: 'Бюджет; смета, план',
    LOCATION: 'Зал 4',
    DESCRIPTION: 'Первая строка\nвторая\n\nУчастники: Орлова Елена Викторовна, Щукин Пётр\n\nmeet.example.ru/4',
  });
  expect(file).toContain('https://meet.example.ru/4');
  const longest = Math.max(...file.split('\r\n').map((line) => new TextEncoder().encode(line).length));
  expect(longest).toBeLessThanOrEqual(75);
});

test('a meeting without an end has none, and unknown properties are left out', async () => {
  const file = (await meetingCalendarFile({ id: 'm2', start_at: budget.start_at }, [], madeAt)) ?? '';
  const properties = propertiesOf(file);
  expect(properties).toMatchObject({ SUMMARY: 'Встреча без названия', DTSTART: '20250320T080000Z' });
  for (const name of ['DTEND', 'DESCRIPTION', 'LOCATION', 'URL']) expect(properties).not.toHaveProperty(name);
});

test('a meeting without a date makes no file', async () => {
  expect(await meetingCalendarFile({ id: 'm3', title: 'Когда-нибудь' }, [], madeAt)).toBeUndefined();
});
