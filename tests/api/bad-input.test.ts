import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nested } from '#tests/support/hostile-values.ts';
import { type FormPart, sendForm } from './support/send-form.ts';
import { startTestApp, type TestApp, type TestUser } from './support/test-app.ts';
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

  const send = (user: TestUser, payload: string, path = '/protocols') =>
    app.app.inject({
      ...{ method: 'POST', url: `/api${path}`, payload },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    });

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

  const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`поле${at}`, at])));
  const deep = nested(5_000, 'objects');

  test.each<[string, (anna: TestUser) => Promise<{ statusCode: number; body: string }>]>([
    ['much of somebody who has not signed in', () => post(`{"email":"${'x'.repeat(100_000)}"}`)],
    ['very many fields', (anna) => send(anna, fields)],
    ['very many fields for an unknown address', (anna) => send(anna, fields, '/nothing')],
    ['deeply nested values of an agenda item', (anna) => send(anna, `{"agenda":[{"id":"a","more":${deep}}]}`)],
    ['very many fields in a form', (anna) => sendForm(app, anna, 'POST', '/meetings', [['guests[]', fields]])],
    ['deeply nested values in a form', (anna) => sendForm(app, anna, 'POST', '/meetings', [['guests[]', deep]])],
  ])('%s is refused before it is read', async (_what, sent) => {
    const reply = await sent(await app.addUser());
    expect([reply.statusCode, JSON.parse(reply.body).code]).toEqual([413, 'payload_too_large']);
    expectRefusal(reply, 'too much');
  });

  test('a form with files for what is another’s gets a 404 before it is read', async () => {
    const [anna, boris, kim, orlov] = [
      await app.addUser(),
      await app.addUser(),
      await app.addUser('external'),
      await app.addUser('external'),
    ];
    const create = async (path: string, body: object) => (await app.call(anna, 'POST', path, body)).json().data.id;
    const times = { start_at: '2027-03-04T07:00:00Z', end_at: '2027-03-04T08:00:00Z' };
    const [meeting, protocol] = [
      await create('/meetings', { title: 'Планёрка', ...times }),
      await create('/protocols', { title: 'О смете' }),
    ];
    const task = await create(`/protocols/${protocol}/tasks`, { title: 'Смета', assignee_id: kim.id });
    await app.call(anna, 'PUT', `/protocols/${protocol}`, { stage: 'finish' });
    // No call takes a file of this name, which is refused with a 422 once the form is read.
    const parts: FormPart[] = [['unknown', new File(['а'], 'а.txt')]];
    const asked = [
      [anna, boris, 'PUT', `/meetings/${meeting}`],
      [anna, boris, 'POST', `/protocols/${protocol}/attachments`],
      [anna, boris, 'PUT', `/protocols/${protocol}/transcript`],
      [kim, orlov, 'POST', `/me/tasks/${task}/reports`],
    ] as const;
    for (const [own, other, method, path] of asked) {
      const [may, mayNot] = [
        await sendForm(app, own, method, path, parts),
        await sendForm(app, other, method, path, parts),
      ];
      expect([may.statusCode, mayNot.statusCode], path).toEqual([422, 404]);
    }
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
