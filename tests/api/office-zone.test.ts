import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '#server/schema/service.ts';
import { readPdf } from '#tests/support/pdf-tools.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the calendar of an organization on %s', (kind) => {
  let app: TestApp;
  let admin: TestUser;
  let anna: TestUser;
  let now: Date;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => now } });
  });
  beforeEach(async () => {
    now = new Date('2025-12-31T10:00:00Z');
    await app.db.delete(settings).where(eq(settings.name, 'documents'));
    admin = await app.addUser('admin');
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  const get = async (path: string, user = anna) => {
    const reply = await app.call(user, 'GET', path);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().data;
  };
  const post = async (path: string, body: object) => {
    const reply = await app.call(anna, 'POST', path, body);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json().data;
  };
  /** Sets the time, and signs in again, since earlier sessions have expired by then. */
  const at = async (moment: string) => {
    now = new Date(moment);
    for (const person of [admin, anna]) person.token = (await app.services.auth.signIn(person.id, 'test')).token;
  };
  const setZone = (time_zone: string | undefined) => app.call(admin, 'PUT', '/settings/documents', { time_zone });

  test('defaults to Moscow: half past midnight of 1 January belongs to the new year', async () => {
    await at('2025-12-31T21:30:00Z');
    expect(await get('/protocols/next-number')).toEqual({ number: '1', year: 2026 });
    await at('2025-12-31T20:30:00Z');
    expect((await get('/protocols/next-number')).year).toBe(2025);
    expect((await get('/settings/documents')).time_zone).toBe('Europe/Moscow');
  });

  test('an administrator sets the time zone by a valid name; a request without it leaves it unchanged', async () => {
    for (const wrong of ['Москва', '+03:00', 'Europe/Nowhere']) {
      const reply = await setZone(wrong);
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { time_zone: ['Такого часового пояса нет'] }]);
    }
    expect((await setZone('Asia/Vladivostok')).statusCode).toBe(200);
    await setZone(undefined);
    expect((await get('/settings/documents')).time_zone).toBe('Asia/Vladivostok');
  });

  test('numbers, deadlines, days of meetings and statistics, and printed dates follow the time zone', async () => {
    await setZone('Asia/Vladivostok');
    // Half past midnight in Vladivostok.
    await at('2025-12-31T14:30:00Z');
    expect((await get('/protocols/next-number')).year).toBe(2026);
    // An instant without a zone of its own belongs to the organisation's day.
    expect((await get('/protocols/next-number?held_at=2025-12-31T14:30:00Z')).year).toBe(2026);
    expect((await get('/protocols/next-number?held_at=2025-12-31T23:30:00%2B10:00')).year).toBe(2025);

    const { id } = await post('/protocols', { title: 'Ночной совет', held_at: '2025-12-31T14:30:00Z', number: 7 });
    const taken = await app.call(anna, 'POST', '/protocols', {
      title: 'Другой',
      number: 7,
      held_at: '2026-05-05T10:00:00Z',
    });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'number_taken']);
    const task = await post(`/protocols/${id}/tasks`, { title: 'Смета', due_at: '2026-01-10' });
    expect(task.due_at).toBe('2026-01-10T23:59:59+10:00');

    const times = { start_at: '2025-12-31T14:30:00Z', end_at: '2025-12-31T15:30:00Z' };
    await post('/meetings', { title: 'Ночная', ...times });
    const range = (day: string) => `start_date_at=${day}&end_date_at=${day}`;
    expect(await get(`/meetings?${range('2025-12-31')}`)).toEqual([]);
    expect(await get(`/meetings?${range('2026-01-01')}`)).toHaveLength(1);
    expect(await get(`/stats/secretary/meetings?${range('2026-01-01')}`)).toEqual([{ date: '2026-01-01', count: 1 }]);
    // The default month of the count.
    expect(await get('/stats/secretary/meetings')).toEqual([{ date: '2026-01-01', count: 1 }]);

    const printed = await app.call(anna, 'GET', `/protocols/${id}/documents/pdf`);
    const text = (await readPdf(printed.rawPayload)).pages.map((page) => page.text).join('\n');
    expect(text.replaceAll('\u00a0', ' ')).toContain('1 января 2026 г.');
  });

  test('an installation may have another default time zone', async () => {
    now = new Date('2025-12-31T21:30:00Z');
    const other = await startTestApp(kind, {
      config: { timeZone: 'Europe/Kaliningrad' },
      services: { clock: () => now },
    });
    const boris = await other.addUser();
    const { data } = (await other.call(boris, 'GET', '/protocols/next-number')).json();
    expect(data.year).toBe(2025);
    await other.close();
  });
});
