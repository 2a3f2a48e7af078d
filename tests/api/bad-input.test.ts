import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

describe.each(databaseKinds)('bad input on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  function expectRefusal(reply: { statusCode: number; body: string }, what: string): void {
    expect(reply.statusCode, `${what}: ${reply.body}`).toBeLessThan(500);
    if (reply.statusCode < 400) return;
    const { message, code } = JSON.parse(reply.body);
    expect(message, what).toMatch(/^[А-ЯЁ][^A-Za-z]*(e-mail|UUID|JSON|Idempotency-Key)?[^A-Za-z]*$/);
    expect(code, what).toMatch(/^[a-z_]+$/);
  }

  const post = (payload: string, type = 'application/json') =>
    app.app.inject({ method: 'POST', url: '/api/login', payload, headers: { 'content-type': type } });

  test.each([
    ['JSON that is broken', () => post('{"email":'), 400, 'bad_request'],
    ['JSON that would change prototypes', () => post('{"__proto__":{"x":1}}'), 400, 'bad_request'],
    ['no body', () => post(''), 422, 'validation_failed'],
    ['a body over the limit', () => post(`"${'x'.repeat(5_000_000)}"`), 413, 'payload_too_large'],
    ['another kind of data', () => post('<a/>', 'text/xml'), 415, 'unsupported_media_type'],
    ['a broken address', () => app.app.inject('/api/protocols/%zz'), 400, 'bad_request'],
    ['an unknown address', () => app.app.inject('/api/nothing'), 404, 'not_found'],
    ['no token', () => app.app.inject('/api/protocols'), 401, 'unauthorized'],
    ['a forged token', () => app.call({ token: 'eyJhbGciOiJub25lIn0.e30.' }, 'GET', '/me'), 401, 'unauthorized'],
    ['another role', async () => app.call(await app.addUser('admin'), 'GET', '/protocols'), 403, 'forbidden'],
  ] as const)('%s', async (_what, send, status, code) => {
    const reply = await send();
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    expectRefusal(reply, code);
  });

  test('every wrong field is named with what is wrong', async () => {
    const reply = await app.call(await app.addUser(), 'POST', '/protocols', {
      title: ' ',
      held_at: 'вчера',
      agenda: [{ id: 'a', votes: { for: -1 } }],
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({
      message: 'Неверная дата',
      code: 'validation_failed',
      errors: {
        title: ['Поле обязательно для заполнения'],
        held_at: ['Неверная дата'],
        'agenda.0.votes.for': ['Слишком маленькое значение'],
      },
    });
  });
});
