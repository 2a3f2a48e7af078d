import { expect, test } from 'vitest';
import { toDayValue } from '#src/format/index.ts';
import {
  besidePeriod,
  calendarPeriod,
  dayWithin,
  isWholeDay,
  type Period,
  periodWords,
  rangeProblem,
  readPeriod,
  writePeriod,
} from './period.ts';

const now = new Date(2026, 10, 22);
const read = (text: string) => readPeriod(new URLSearchParams(text), now);
const days = ({ range }: Period) => [toDayValue(range.first), toDayValue(range.last)];
const address = (period: Period) => {
  const query = new URLSearchParams();
  writePeriod(query, period, now);
  return query.toString();
};

test.each([
  ['', ['2026-11-01', '2026-11-30'], 'Ноябрь 2026'],
  ['period=week', ['2026-11-16', '2026-11-22'], '16–22 ноября'],
  ['period=quarter', ['2026-10-01', '2026-12-31'], 'IV квартал 2026'],
  ['period=year', ['2026-01-01', '2026-12-31'], '2026 год'],
  ['period=year&date=2028-01-01', ['2028-01-01', '2028-12-31'], '2028 год'],
  ['date=2028-02-01', ['2028-02-01', '2028-02-29'], 'Февраль 2028'],
  ['period=own&from=2025-12-30&to=2026-01-02', ['2025-12-30', '2026-01-02'], '30 декабря 2025 г. – 2 января 2026 г.'],
])('the query «%s» gives its days, and is written back unchanged', (text, range, words) => {
  const period = read(text);
  expect(days(period)).toEqual(range);
  expect(periodWords(period, now).replaceAll(/\s/g, ' ')).toBe(words);
  expect(address(period)).toBe(text);
});

test.each([
  'period=century',
  'date=2026-02-31',
  'period=own',
  'period=own&from=2026-11-02&to=2026-11-01',
  'period=own&from=2020-01-01&to=2026-11-01',
  'period=own&from=вчера&to=2026-11-01',
])('the invalid query «%s» means this month', (text) => {
  expect(days(read(text))).toEqual(['2026-11-01', '2026-11-30']);
});

test.each([
  ['week', ['2026-11-09', '2026-11-15'], ['2026-11-23', '2026-11-29']],
  ['month', ['2026-10-01', '2026-10-31'], ['2026-12-01', '2026-12-31']],
  ['quarter', ['2026-07-01', '2026-09-30'], ['2027-01-01', '2027-03-31']],
  ['year', ['2025-01-01', '2025-12-31'], ['2027-01-01', '2027-12-31']],
] as const)('the periods before and after a %s', (kind, before, after) => {
  const period = calendarPeriod(kind, now);
  expect(days(besidePeriod(period, -1))).toEqual(before);
  expect(days(besidePeriod(period, 1))).toEqual(after);
});

test('an incomplete or invalid day is no day', () => {
  expect(['2026-11-21', null, 'unfinished', '2026-13-01', '0026-11-21'].map(isWholeDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a range that the server would refuse gets a reason', () => {
  expect(rangeProblem('2026-11-01', '2026-11-01')).toBeUndefined();
  expect(rangeProblem('2026-11-02', '2026-11-01')).toBe('Конец периода раньше начала');
  expect(rangeProblem('2026-01-01', '2027-02-04')).toBeUndefined();
  expect(rangeProblem('2026-01-01', '2027-02-05')).toBe('Период не может быть длиннее 400 дней');
});

test('own days that are one day are named once', () => {
  expect(periodWords(read('period=own&from=2026-11-22&to=2026-11-22'), now)).toBe('22 ноября');
});

test.each([
  ['2026-11-30T15:00', '2026-11-30'],
  ['2026-11-01T00:00', '2026-11-01'],
  ['2026-12-01T00:00', '2026-11-01'],
])('at %s the period that is chosen after November is that of %s', (moment, day) => {
  const { range } = calendarPeriod('month', new Date(2026, 10, 22));
  expect(toDayValue(dayWithin(range, new Date(moment)))).toBe(day);
});
