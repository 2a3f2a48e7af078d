import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sweepAttemptCounts } from '#server/platform/limits/index.ts';
import { attemptCounts } from '#server/schema/service.ts';
import type { Services } from '#server/services.ts';
import { until } from '#tests/support/processes.ts';
import { type Node, startNode } from './support/node.ts';
import { startTestApp, type TestApp, type TestUser, testPassword } from './support/test-app.ts';

let now: Date;
let app: TestApp;
let other: Node;
let anna: TestUser;
let address = 0;
beforeAll(async () => {
  app = await startTestApp('postgres', { services: { clock: () => now } });
  other = await startNode(app.services.config, app.services.database, () => now);
});
beforeEach(async () => {
  now = new Date();
  anna = await app.addUser();
  address += 1;
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Signs in through the first server or the other one. */
async function signIn(
  server: 'first' | 'other',
  email: string,
  password: string,
  more: { ip?: string; cookie?: string } = {},
) {
  const { app: called } = server === 'first' ? app : other;
  const reply = await called.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: more.ip ?? `10.1.0.${address}`,
    headers: { 'content-type': 'application/json', ...(more.cookie && { cookie: more.cookie }) },
    payload: JSON.stringify({ email, password }),
  });
  const device = reply.cookies.find(({ name }) => name === 'device');
  return { status: reply.statusCode, cookie: device && `device=${device.value}` };
}

/** Resolves with the failures of all servers, once they are written. */
const written = (most: number) =>
  until(async () => {
    const rows = await app.db.select().from(attemptCounts);
    return rows.some(({ count }) => count === most) || undefined;
  }, 'written failures');

async function fail(server: 'first' | 'other', email: string, times: number, ip?: string): Promise<void> {
  for (let i = 0; i < times; i += 1) await signIn(server, email, 'не тот пароль', ip === undefined ? {} : { ip });
}

test('failed sign-ins at one server count at the other, until they expire', async () => {
  await app.db.delete(attemptCounts);
  await fail('first', anna.email, 10);
  await written(10);
  expect((await signIn('other', anna.email, testPassword)).status).toBe(429);
  expect((await signIn('other', anna.email, testPassword, { ip: '10.2.0.1' })).status).toBe(200);
  now = new Date(now.getTime() + 16 * 60_000);
  expect((await signIn('other', anna.email, testPassword)).status).toBe(200);
  await sweepAttemptCounts(app.db, now);
  expect(await app.db.select().from(attemptCounts)).toEqual([]);
});

test('a success resets the count at both servers', async () => {
  await app.db.delete(attemptCounts);
  await fail('first', anna.email, 9);
  await written(9);
  expect((await signIn('other', anna.email, testPassword)).status).toBe(200);
  // Of her three counts those of the account and of the address stay.
  await until(async () => (await app.db.select().from(attemptCounts)).length === 2 || undefined, 'forgotten failures');
  expect((await signIn('first', anna.email, 'не тот пароль')).status).toBe(401);
  expect((await signIn('first', anna.email, testPassword)).status).toBe(200);
});

test('a right password on a known device is accepted despite the failures of others', async () => {
  const { cookie } = await signIn('first', anna.email, testPassword);
  const boris = await app.addUser();
  const shared = await signIn('first', boris.email, testPassword, { ...(cookie && { cookie }) });
  await fail('first', anna.email, 100, '10.9.0.1');
  await fail('first', anna.email, 11);
  expect((await signIn('first', anna.email, testPassword)).status).toBe(429);
  for (const known of [cookie, shared.cookie])
    expect((await signIn('other', anna.email, testPassword, { ...(known && { cookie: known }) })).status).toBe(200);
  const forged = `${shared.cookie?.split('.')[0]}.${'A'.repeat(43)}`;
  expect((await signIn('first', anna.email, testPassword, { cookie: forged })).status).toBe(429);
});

test('a known device allows no more guesses, and locks nobody else out', async () => {
  const { cookie = '' } = await signIn('first', anna.email, testPassword);
  const codes = [];
  for (let i = 0; i < 11; i += 1) codes.push((await signIn('first', anna.email, 'не тот пароль', { cookie })).status);
  expect(codes.slice(9)).toEqual([401, 429]);
  // It does not lock anybody else out either.
  expect((await signIn('first', anna.email, testPassword)).status).toBe(200);
});

/** Holds the database's answers about the counts back: `hold` says which, and until when. */
function holdCounts(hold: (statement: 'read' | 'write') => Promise<void> | undefined): void {
  const { pool } = app.services.database as Extract<Services['database'], { kind: 'postgres' }>;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const held = async (...args: unknown[]) => {
    const asked = JSON.stringify(args[0]);
    const until = asked.includes('attempt_counts') && hold(asked.includes('insert') ? 'write' : 'read');
    const answer = await query(...args);
    await until;
    return answer;
  };
  vi.spyOn(pool, 'query').mockImplementation(held as never);
}

test('a failure written while another attempt reads the counts is counted', async () => {
  await app.db.delete(attemptCounts);
  await fail('first', anna.email, 9);
  await written(9);
  const [isRead, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const firstRead = vi.fn(() => isRead.resolve()).mockName('first read');
  holdCounts((statement) => {
    if (statement === 'write' || firstRead.mock.calls.length > 0) return;
    firstRead();
    return isWritten.promise;
  });
  const another = signIn('first', anna.email, testPassword);
  await isRead.promise;
  await fail('first', anna.email, 1);
  await written(10);
  isWritten.resolve();
  expect((await another).status).toBe(429);
});

test('a failure whose writing is not acknowledged yet counts once', async () => {
  await app.db.delete(attemptCounts);
  // Longer than the next attempt needs for reading.
  holdCounts((statement) => (statement === 'write' ? sleep(50) : undefined));
  const codes = [];
  for (let i = 0; i < 11; i += 1) codes.push((await signIn('first', anna.email, 'не тот пароль')).status);
  expect(codes).toEqual([...Array<number>(10).fill(401), 429]);
});

test('nor does it count twice where the attempt reads within its transaction', async () => {
  const blocked = await app.addUser('external', { isBlocked: true });
  holdCounts((statement) => (statement === 'write' ? sleep(50) : undefined));
  const guests = [{ id: randomUUID(), name: 'Сидоров', email: blocked.email }];
  const [start_at, end_at] = ['2126-11-20T10:00:00+03:00', '2126-11-20T11:00:00+03:00'];
  const add = () => app.call(anna, 'POST', '/meetings', { title: 'Совет', start_at, end_at, guests });
  const codes = [];
  for (let i = 0; i < 31; i += 1) codes.push((await add()).statusCode);
  expect(codes).toEqual([...Array<number>(30).fill(422), 429]);
});

test('the stored counts contain no e-mail and no address', async () => {
  await fail('first', anna.email, 1);
  await written(1);
  expect(JSON.stringify(await app.db.select().from(attemptCounts))).not.toMatch(/@|10\.1\./);
});
