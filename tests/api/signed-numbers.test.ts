import { eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protocols } from '#server/schema/protocols.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('the number of a signed version on %s', (kind) => {
  let app: TestApp;
  let anna: TestUser;
  beforeAll(async () => {
    app = await startTestApp(kind, { services: { clock: () => new Date('2026-11-21T09:00:00Z') } });
    anna = await app.addUser();
  });
  afterAll(() => app.close());

  let organizations = 0;
  const newScope = () => {
    organizations += 1;
    return { organization: `АО «Рубин ${organizations}»`, held_at: '2026-05-05T10:00:00+03:00' };
  };
  type Answer = { id: string; number: string | null; code: string };
  async function call(method: 'POST' | 'PUT', path: string, body: object = {}): Promise<[number, Answer]> {
    const reply = await app.call(anna, method, path, body);
    return [reply.statusCode, reply.json().data ?? reply.json()];
  }
  const add = (fields: object) => call('POST', '/protocols', { title: 'Совет', ...fields });
  const change = (id: string, fields: object) => call('PUT', `/protocols/${id}`, fields);
  const codeOf = ([status, { code }]: [number, Answer]) => [status, code];
  const taken = [409, 'number_taken'];

  async function signOff(id: string): Promise<string | null> {
    expect((await change(id, { stage: 'finish' }))[0]).toBe(200);
    const [status, { number }] = await call('POST', `/protocols/${id}/final`);
    expect(status).toBe(200);
    return number;
  }

  /** Returns the id of a protocol that was signed off under the number, and reopened. */
  async function addReopened(fields: object): Promise<string> {
    const [, { id }] = await add(fields);
    await signOff(id);
    expect((await call('POST', `/protocols/${id}/final`, { reopen_reason: 'Опечатка' }))[0]).toBe(200);
    return id;
  }

  async function addBody(): Promise<string> {
    const [, { id }] = await call('POST', '/bodies', { name: 'Комиссия', numbering: { is_own: true } });
    return id;
  }

  test.each([
    ['is cleared', async () => ({ number: null })],
    ['is replaced', async () => ({ number: '9002' })],
    ['goes to another organization', async () => ({ organization: `${newScope().organization} и партнёры` })],
    ['goes to a body with its own numbers', async () => ({ body_id: await addBody() })],
    ['goes to another year', async () => ({ held_at: '2025-05-05T10:00:00+03:00' })],
  ])('stays taken for others when that of its reopened protocol %s', async (_how, fieldsOf) => {
    const scope = newScope();
    const id = await addReopened({ ...scope, number: '9001' });
    expect((await change(id, await fieldsOf()))[0]).toBe(200);
    expect(codeOf(await add({ ...scope, number: '9001' }))).toEqual(taken);
    expect(codeOf(await add({ ...scope, number: '09001' }))).toEqual(taken);
    const [, other] = await add({ ...scope, number: '9003' });
    expect(codeOf(await change(other.id, { number: '9001' }))).toEqual(taken);
    const [status, own] = await change(id, { ...scope, body_id: null, number: '9001' });
    expect([status, own.number]).toEqual([200, '9001']);
    expect(await signOff(id)).toBe('9001');
  });

  test('is not the next free one either', async () => {
    const scope = newScope();
    const id = await addReopened({ ...scope, number: '1' });
    await change(id, { number: null });
    const asked = await app.call(anna, 'GET', `/protocols/next-number?${new URLSearchParams(scope)}`);
    expect(asked.json().data.number).toBe('2');
    const [, other] = await add(scope);
    expect(await signOff(other.id)).toBe('2');
  });

  test('is kept for a version that a server of the previous version writes', async () => {
    const scope = newScope();
    const [, { id }] = await add({ ...scope, number: '9001' });
    await app.db.execute(sql`insert into final_versions (id, protocol_id, edition, number, snapshot)
      values (${uuidv7()}, ${id}, 1, '9001', '{}')`);
    await app.db.update(protocols).set({ number: null }).where(eq(protocols.id, id));
    expect(codeOf(await add({ ...scope, number: '9001' }))).toEqual(taken);
  });
});
