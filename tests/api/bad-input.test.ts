import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Role } from '#contract/roles.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { databaseKinds } from './support/test-database.ts';

const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
const bodies: [string, unknown][] = [
  ['null', null],
  ['a number', 7],
  ['a list', [{}]],
  ['a deep list', deep],
  [
    'wrong types',
    {
      id: {},
      title: [],
      email: 1,
      password: {},
      agenda: 'x',
      version: 'x',
      stage: 7,
      upload_id: [],
      member_id: {},
      status: 1,
    },
  ],
  [
    'huge numbers',
    { title: 'А', number: 1e308, version: 1e308, meeting_id: 2 ** 60, agenda: [{ id: 1e300, votes: { for: 1e300 } }] },
  ],
  [
    'halves of pairs and NUL',
    { title: '\ud800\0', place: '\udfff', agenda: [{ id: '\0', title: '\ud83d' }], email: '\0@x', password: '\0' },
  ],
  ['prototype keys', JSON.parse('{"constructor":{"prototype":{"x":1}},"title":"А","toString":1}')],
  ['impossible dates', { title: 'А', held_at: '2026-02-30T25:61:00Z', start_at: 'завтра', end_at: '0000-00-00' }],
];
const ids = ['no-such-id', '%00', `${'я'.repeat(200)}`, "'; drop table users; --", '..%2f..%2fetc', '0', '💥'];
const queries = [
  '?limit=x&page=-1',
  '?limit=1e9&page=1e9',
  '?page=999999',
  '?search=%00%27%3A*%26',
  '?stage=nothing',
  '?upload_id=1',
  '?limit=5&limit=6',
  '?search[]=1',
];

describe.each(databaseKinds)('bad input on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(kind);
  });
  afterAll(() => app.close());

  const rolesOf = (call: Call): Role =>
    typeof call.access === 'string' ? 'secretary' : (call.access[0] ?? 'secretary');

  function expectRefusal(reply: { statusCode: number; body: string }, what: string): void {
    expect(reply.statusCode, `${what}: ${reply.body}`).toBeLessThan(500);
    if (reply.statusCode < 400) return;
    const { message, code } = JSON.parse(reply.body);
    expect(message, what).toMatch(/^[А-ЯЁ][^A-Za-z]*(e-mail|UUID|JSON|Idempotency-Key)?[^A-Za-z]*$/);
    expect(code, what).toMatch(/^[a-z_]+$/);
  }

  const table = (Object.entries(calls) as [string, Call][]).filter(([, call]) => call.reply.kind !== 'stream');
  test.each(table)('%s answers every wrong call below 500, in Russian', async (name, call) => {
    const user = await app.addUser(rolesOf(call));
    const own = await app.call(user, 'POST', '/protocols', { title: 'Есть' });
    const send = async (path: string, body: unknown, what: string) => {
      const reply = await app.call(user, call.method, path, body);
      expectRefusal(reply, `${path} ${what}`);
      if (call.access !== 'public') expect(reply.statusCode, `${path} ${what}`).not.toBe(401);
    };
    for (const id of call.path.includes('{') ? [...ids, own.json().data?.id ?? ids[0]] : ['']) {
      const path = call.path.replace(/\{\w+\}/, id.includes('%') ? id : encodeURIComponent(id));
      // What ends the session, or the protocol, is asked without the wrong queries before it.
      const empty = call.method === 'GET' ? undefined : {};
      for (const query of name === 'logout' ? [] : queries) await send(`${path}${query}`, empty, '');
      for (const [what, body] of call.body ? bodies : []) await send(path, body, `with ${what}`);
    }
    expect(app.errors).toEqual([]);
  });

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
