import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prolongSeries } from '#server/modules/meetings/index.ts';
import { meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { attachmentForm, newSeries } from '#tests/support/call-examples.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';

// What was a secretary's own, once they are none any more.
let app: TestApp;
let now = new Date('2026-11-23T09:00:00Z');
beforeAll(async () => {
  app = await startTestApp('postgres', { services: { clock: () => now } });
});
afterAll(() => app.close());

const addFile = async (user: TestUser, path: string, parts: FormPart[]) => {
  const reply = await sendForm(app, user, 'POST', path, parts);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

test('is read by no address without a signature, and is not in their calendar', async () => {
  const [admin, anna, boris] = [await app.addUser('admin'), await app.addUser(), await app.addUser()];
  const times = { start_at: '2026-11-26T07:00:00Z', end_at: '2026-11-26T08:00:00Z' };
  const file = new File(['%PDF-1.7'], 'Смета.pdf');
  const kept = await addFile(anna, '/meetings', [['title', 'Закрытое'], ...Object.entries(times), ['files[]', file]]);
  const invited = { title: 'Открытое', ...times, participant_ids: [anna.id] };
  expect((await app.call(boris, 'POST', '/meetings', invited)).statusCode).toBe(201);
  const protocol = (await app.call(anna, 'POST', '/protocols', { title: 'О бюджете' })).json().data;
  const attachment = await addFile(anna, `/protocols/${protocol.id}/attachments`, [...attachmentForm().entries()]);
  const url = new URL((await app.call(anna, 'POST', '/me/calendar')).json().data.url);
  const calendar = async () => (await app.app.inject(url.pathname)).body;
  const paths = [`/meetings/${kept.id}/files/${kept.files[0].id}`, `/protocols/attachments/${attachment.id}/file`];
  for (const path of paths) expect((await app.call(anna, 'GET', path)).statusCode, path).toBe(200);
  expect(await calendar()).toContain('Закрытое');

  expect((await app.call(admin, 'PUT', `/users/${anna.id}`, { role: 'external' })).statusCode).toBe(200);
  const { token } = await app.services.auth.signIn(anna.id, 'test');
  for (const path of paths) expect((await app.call({ token }, 'GET', path)).statusCode, path).toBe(404);
  const left = await calendar();
  expect([left.includes('Закрытое'), left.includes('Открытое')]).toEqual([false, true]);
});

test('series of theirs get no further meetings', async () => {
  const [anna, boris, vera] = [await app.addUser(), await app.addUser(), await app.addUser()];
  const { plan } = newSeries();
  for (const owner of [anna, boris, vera]) {
    const body = { ...newSeries(), plan: { ...plan, rule: 'FREQ=WEEKLY;BYDAY=TU', first: '2026-11-24' } };
    expect((await app.call(owner, 'POST', '/meeting-series', body)).statusCode).toBe(201);
  }
  const count = ({ id }: TestUser) => app.db.$count(meetings, eq(meetings.ownerId, id));
  const before = await count(anna);
  await app.db.update(users).set({ isBlocked: true }).where(eq(users.id, anna.id));
  await app.db.update(users).set({ role: 'external' }).where(eq(users.id, boris.id));
  now = new Date('2027-03-01T09:00:00Z');
  await prolongSeries(app.db, now, (error) => {
    throw error;
  });
  expect([await count(anna), await count(boris)]).toEqual([before, before]);
  expect(await count(vera)).toBeGreaterThan(before);
});
