import { expect, test } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { type AttemptCounters, createAttemptGuard, inMinutes, networkOf } from './attempt-guard.ts';

test.each([
  [1, '1 минуту'],
  [60, '1 минуту'],
  [61, '2 минуты'],
  [240, '4 минуты'],
  [300, '5 минут'],
  [661, '12 минут'],
  [1261, '22 минуты'],
  [3600, '60 минут'],
])('%i seconds are worded as «через %s»', (seconds, words) => {
  expect(inMinutes(seconds).replace('\u00a0', ' ')).toBe(words);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

const limits = { pair: 2, account: 100, address: 3, windowMs: 60_000 };
const alone: AttemptCounters = {
  shared: undefined,
  clock: () => new Date('2026-11-21T09:00:00Z'),
  onError: () => undefined,
};
/** Creates a guard as on a single server, to be called like its handlers call it. */
function guardOf(own = limits, attempts = { ...alone }) {
  const guard = createAttemptGuard('login', 'Слишком много попыток', own, attempts);
  const db = {} as Db;
  return {
    attempt: <T>(account: string, ip: string, run: () => Promise<T>, device?: string) =>
      guard.countFailuresOf({ db, account, ip, device }, run),
    count: (account: string, ip: string) => guard.addOrRefuse({ db, account, ip }),
  };
}
const right = () => Promise.resolve('right');
const wrong = () => Promise.reject(new Problem('invalid_credentials', 'Неверно'));
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 200,
    (error: Problem) => error.status,
  );

test('a failed attempt counts, a successful one does not', async () => {
  const guard = guardOf();
  for (let i = 0; i < 5; i += 1) await guard.attempt('anna@example.ru', '10.0.0.1', right);
  const codes = [];
  for (const email of ['anna@example.ru', ' ANNA@example.ru', 'anna@example.ru'])
    codes.push(await codeOf(guard.attempt(email, '10.0.0.1', wrong)));
  expect(codes).toEqual([401, 401, 429]);
  expect(await codeOf(guard.attempt('anna@example.ru', '10.0.0.2', wrong))).toBe(401);
  expect(await codeOf(guard.attempt('boris@example.ru', '10.0.0.1', wrong))).toBe(401);
  await expect(guard.attempt('vera@example.ru', '10.0.0.1', right)).rejects.toThrow(
    'Слишком много попыток. Попробуйте снова через',
  );
});

test('an office behind one address signs in at once, and nobody is refused', async () => {
  const guard = guardOf({ pair: 10, account: 100, address: 100, windowMs: 60_000 });
  const [people, each] = [300, 2];
  let [running, most] = [0, 0];
  const signIn = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  const attempts = Array.from({ length: people * each }, (_, at) =>
    codeOf(guard.attempt(`p${at % people}@example.ru`, '10.0.0.1', signIn)),
  );
  expect(new Set(await Promise.all(attempts))).toEqual(new Set([200]));
  expect(most).toBe(100);
});

test('concurrent wrong attempts are limited like successive ones', async () => {
  const guard = guardOf({ pair: 10, account: 100, address: 25, windowMs: 60_000 });
  let made = 0;
  const guess = async () => {
    made += 1;
    await new Promise(setImmediate);
    return wrong();
  };
  const attempts = Array.from({ length: 200 }, (_, at) =>
    codeOf(guard.attempt(`p${at % 4}@example.ru`, '10.0.0.1', guess)),
  );
  const codes = await Promise.all(attempts);
  expect(made).toBe(25);
  expect(codes.filter((code) => code === 429)).toHaveLength(175);
});

test('a server error does not count as an attempt', async () => {
  const guard = guardOf();
  const broken = () => Promise.reject(new Error('The database is away'));
  for (let i = 0; i < 5; i += 1) await expect(guard.attempt('anna@example.ru', '10.0.0.1', broken)).rejects.toThrow();
  expect(await guard.attempt('anna@example.ru', '10.0.0.1', right)).toBe('right');
});

test('guards of one name share their counts and must have the same limits', async () => {
  const server = { ...alone };
  const [one, other] = [guardOf(limits, server), guardOf({ ...limits }, server)];
  expect(await codeOf(one.attempt('anna@example.ru', '10.0.0.1', wrong))).toBe(401);
  expect(await codeOf(other.attempt('anna@example.ru', '10.0.0.1', wrong))).toBe(401);
  expect(await codeOf(one.attempt('anna@example.ru', '10.0.0.1', right))).toBe(429);
  expect(() => guardOf({ ...limits, pair: 3 }, server)).toThrow('login');
});

test('counted calls are refused beyond the limit', async () => {
  const guard = guardOf();
  await guard.count('anna@example.ru', '10.0.0.1');
  await guard.count('anna@example.ru', '10.0.0.1');
  await expect(guard.count('anna@example.ru', '10.0.0.1')).rejects.toThrow(Problem);
});

test('failures on a known device are counted apart from all others', async () => {
  const guard = guardOf({ pair: 2, account: 2, address: 2, windowMs: 60_000 });
  for (let i = 0; i < 2; i += 1) await codeOf(guard.attempt('anna@example.ru', '10.0.0.1', wrong));
  expect(await codeOf(guard.attempt('anna@example.ru', '10.0.0.1', right))).toBe(429);
  expect(await codeOf(guard.attempt('anna@example.ru', '10.0.0.1', right, 'her laptop'))).toBe(200);
  const codes = [];
  for (let i = 0; i < 3; i += 1)
    codes.push(await codeOf(guard.attempt('boris@example.ru', '10.0.0.2', wrong, 'his laptop')));
  expect(codes).toEqual([401, 401, 429]);
  expect(await codeOf(guard.attempt('boris@example.ru', '10.0.0.2', right))).toBe(200);
});

test.each([
  ['no row', () => new Map()],
  ['a row of before', (key: string) => new Map([[key, { count: 1, until: new Date('2026-11-21T08:00:00Z') }]])],
])('counts in memory where shared counts cannot be written: %s', async (_, rows) => {
  let now = new Date('2026-11-21T09:00:00Z');
  const shared = {
    read: async (_db: Db, [key = '']: readonly string[]) => rows(key),
    add: () => Promise.reject(new Error('cannot execute INSERT in a read-only transaction')),
    forget: async () => undefined,
  };
  const told: unknown[] = [];
  const guard = guardOf(limits, { shared, clock: () => now, onError: (error) => told.push(error) });
  const guess = async () => {
    const code = await codeOf(guard.attempt('anna@example.ru', '10.0.0.1', wrong));
    await new Promise(setImmediate);
    return code;
  };
  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  expect(told).toHaveLength(2);
  now = new Date(now.getTime() + limits.windowMs);
  expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
});
