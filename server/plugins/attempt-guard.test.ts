import { expect, test } from 'vitest';
import { createAttemptGuard, inMinutes, networkOf } from './attempt-guard.ts';
import { ApiError } from './errors.ts';

test.each([
  [1, '1 минуту'],
  [60, '1 минуту'],
  [61, '2 минуты'],
  [240, '4 минуты'],
  [300, '5 минут'],
  [661, '12 минут'],
  [1261, '22 минуты'],
  [3600, '60 минут'],
])('%i seconds are over «через %s»', (seconds, words) => {
  expect(inMinutes(seconds).replace('\u00a0', ' ')).toBe(words);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s commands %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('an attempt that succeeds was none; one that is under way counts', () => {
  const limits = { pair: 2, account: 100, address: 3, windowMs: 60_000 };
  const guard = createAttemptGuard('Слишком много попыток', limits, () => new Date('2026-11-21T09:00:00Z'));
  for (let i = 0; i < 5; i += 1) guard.enter('anna@example.ru', '10.0.0.1').succeeded();
  guard.enter('anna@example.ru', '10.0.0.1');
  guard.enter(' ANNA@example.ru', '10.0.0.1');
  expect(() => guard.enter('anna@example.ru', '10.0.0.1')).toThrow(ApiError);
  guard.enter('anna@example.ru', '10.0.0.2');
  guard.enter('boris@example.ru', '10.0.0.1');
  expect(() => guard.enter('vera@example.ru', '10.0.0.1')).toThrow('Слишком много попыток. Попробуйте снова через');
});
