import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ApiError, NetworkError, ReplyError } from '#src/sync/http/api-errors.ts';
import { api } from '#src/sync/page/api.ts';
import { session } from '#src/sync/page/session.ts';
import { fakeServer, noConnection, pageOf, refuse } from './support/fake-server.ts';

const expired = () => refuse(401, 'unauthorized', 'Токен истёк');
const onlyFresh = ({ authorization }: { authorization: string | null }) =>
  authorization === 'Bearer fresh' ? pageOf([{ id: 1, stage: 'final' }]) : expired();

beforeEach(() => {
  localStorage.setItem('token', 'stale');
  localStorage.setItem('role', 'secretary');
  localStorage.setItem('user_id', '7');
});

// Forgets whose server it was.
afterEach(() => session.clear());

test('any number of 401s is one refresh; each call is tried once more', async () => {
  const server = fakeServer({ 'GET /protocols': onlyFresh, 'POST /refresh': () => Response.json({ token: 'fresh' }) });
  const pages = await Promise.all([1, 2, 3].map((page) => api(calls.listProtocols, { query: { limit: 15, page } })));
  expect(pages.map(({ rows }) => rows[0]?.id)).toEqual(['1', '1', '1']);
  expect(server.received.filter(({ path }) => path === '/refresh')).toHaveLength(1);
  const [refresh] = server.received.filter(({ path }) => path === '/refresh');
  expect([refresh?.authorization, refresh?.body]).toEqual(['Bearer stale', undefined]);
  expect(localStorage.getItem('token')).toBe('fresh');
});

test('a refresh without a token signs out', async () => {
  fakeServer({ 'GET /protocols': expired, 'POST /refresh': expired });
  await expect(api(calls.listProtocols, {})).rejects.toThrow(ApiError);
  expect(['token', 'role', 'user_id'].map((key) => localStorage.getItem(key))).toEqual([null, null, null]);
});

const unreadable: [string, () => Response][] = [
  ['204', () => new Response(null, { status: 204 })],
  ['nothing', () => new Response('')],
  ['a word', () => new Response('OK')],
];

test.each([
  ...unreadable,
  ['a refusal on a page', () => new Response('<html>', { status: 401, headers: { 'Content-Type': 'text/html' } })],
] as [string, () => Response][])('a refresh answered by %s gives no token', async (_, answer) => {
  fakeServer({ 'GET /protocols': expired, 'POST /refresh': answer });
  await expect(api(calls.listProtocols, {})).rejects.toThrow(ApiError);
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ...unreadable,
  ['a refusal on a page', () => new Response('<html>', { status: 401, headers: { 'Content-Type': 'text/html' } })],
] as [string, () => Response][])(
  'a refresh of our server is not over by %s, which a filter may say',
  async (_, answer) => {
    fakeServer({ 'GET /protocols': expired, 'POST /refresh': answer });
    await session.read();
    await session.noteOurs();
    await expect(api(calls.listProtocols, {})).rejects.toThrow(NetworkError);
    expect(localStorage.getItem('token')).toBe('stale');
  },
);

test.each(unreadable)('a whole answer of another provider that is %s is of an unknown shape', async (_, answer) => {
  fakeServer({ 'POST /protocols/5/final': answer });
  await expect(api(calls.finalProtocol, { params: { id: '5' } })).rejects.toThrow(ReplyError);
});

test('what is not JSON did not come from our server, and an answer may break off', async () => {
  const broken = () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError()) }));
  const server = fakeServer({ 'POST /protocols/5/final': broken });
  await expect(api(calls.finalProtocol, { params: { id: '5' } })).rejects.toThrow(NetworkError);
  await session.noteOurs();
  server.answers['POST /protocols/5/final'] = () => new Response('OK');
  await expect(api(calls.finalProtocol, { params: { id: '5' } })).rejects.toThrow(NetworkError);
});

test('with no token stored a 401 is returned as is: no refresh is attempted', async () => {
  localStorage.clear();
  const server = fakeServer({ 'GET /protocols': expired, 'POST /refresh': () => Response.json({ token: 'fresh' }) });
  await expect(api(calls.listProtocols, {})).rejects.toMatchObject({ status: 401 });
  expect(server.received.map(({ path, authorization }) => [path, authorization])).toEqual([['/protocols', null]]);
});

test.each(['login', 'refresh', 'sendResetLink', 'resetPassword'] as const)(
  'a 401 from %s is returned as is: no refresh is attempted',
  async (name) => {
    const call = calls[name];
    const server = fakeServer({ [`POST ${call.path}`]: expired });
    await expect(api(call, {})).rejects.toMatchObject({ status: 401 });
    expect(server.received.map(({ path }) => path)).toEqual([call.path]);
  },
);

test('calls carry the bearer and ask for JSON', async () => {
  const server = fakeServer({ 'GET /protocols': () => pageOf([]) });
  await api(calls.listProtocols, {});
  expect(server.received[0]).toMatchObject({ authorization: 'Bearer stale', accept: 'application/json' });
});

test('an answer that arrives after sign-out is dropped, whatever it says', async () => {
  for (const late of [pageOf([{ id: 1, stage: 'final' }]), refuse(409, 'conflict', 'Конфликт')]) {
    await session.save({ token: 'stale', role: 'secretary', userId: '7' });
    const answer = Promise.withResolvers<Response>();
    fakeServer({ 'GET /protocols': () => answer.promise });
    const asked = api(calls.listProtocols, {});
    const outcome = expect(asked).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    await session.read();
    await session.clear();
    answer.resolve(late);
    await outcome;
  }
});

test('a call is not repeated in the name of a person who signed in meanwhile in another tab', async () => {
  await session.save({ token: 'stale', role: 'secretary', userId: '7' });
  const server = fakeServer({
    'GET /protocols': () => {
      localStorage.setItem('token', 'fresh');
      localStorage.setItem('user_id', '8');
      return expired();
    },
  });
  await expect(api(calls.listProtocols, {})).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  expect(server.received.map(({ authorization }) => authorization)).toEqual(['Bearer stale']);
});

test.each([
  ['the connection breaks', noConnection],
  ['the server is down', () => refuse(503, 'unavailable', 'Позже')],
  ['a portal answers', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
])('when %s during the refresh, nobody is signed out', async (_name, answer) => {
  fakeServer({ 'GET /protocols': expired, 'POST /refresh': answer });
  await expect(api(calls.listProtocols, {})).rejects.toThrow(NetworkError);
  expect(localStorage.getItem('token')).toBe('stale');
});

test('a second 401 is returned as is and triggers no further refresh', async () => {
  const server = fakeServer({ 'GET /protocols': expired, 'POST /refresh': () => Response.json({ token: 'fresh' }) });
  await expect(api(calls.listProtocols, {})).rejects.toMatchObject({ status: 401, message: 'Токен истёк' });
  expect(server.received.map(({ path }) => path).filter((path) => path !== '/health')).toEqual([
    '/protocols',
    '/refresh',
    '/protocols',
  ]);
});

test("a captive portal's page counts as a network error", async () => {
  fakeServer({ 'GET /protocols': () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }) });
  await expect(api(calls.listProtocols, {})).rejects.toThrow(NetworkError);
});

test('a malformed list has its own message', async () => {
  fakeServer({ 'GET /protocols': () => Response.json({ data: { rows: 3 } }) });
  await expect(api(calls.listProtocols, {})).rejects.toThrow('Response data is not an array');
});

test('an id is sent back in the type it was received in, and a file keeps its Russian name', async () => {
  const server = fakeServer({
    'GET /protocols/5': () => Response.json({ data: { id: 5, stage: 'no_video' } }),
    'POST /protocols/5/members': () => Response.json({ data: { member_id: 12 } }),
    'GET /protocols/5/documents/pdf': () =>
      new Response('%PDF', {
        headers: { 'Content-Disposition': 'attachment; filename="p.pdf"; filename*=UTF-8\'\'%D0%9F.pdf' },
      }),
  });
  expect((await api(calls.getProtocol, { params: { id: '5' } })).id).toBe('5');
  await api(calls.createMember, { params: { id: '5' }, body: { member_id: '12' } });
  expect(server.received.find(({ method }) => method === 'POST')?.body).toEqual({ member_id: 12 });
  expect((await api(calls.getPdf, { params: { id: '5' } })).name).toBe('П.pdf');
});

test('a refusal carries its code, its message and the first message of each field', async () => {
  fakeServer({
    'POST /protocols': () =>
      Response.json(
        { message: 'Проверьте поля', code: 'validation_failed', errors: { number: ['Номер занят'] } },
        { status: 422 },
      ),
  });
  await expect(api(calls.createProtocol, { body: { title: 'Т' } })).rejects.toMatchObject({
    status: 422,
    code: 'validation_failed',
    fields: { number: 'Номер занят' },
  });
});

test('a call aborted by its caller is neither a network error nor a server error', async () => {
  fakeServer({ 'GET /protocols': noConnection });
  const stop = new AbortController();
  stop.abort(new Error('left the screen'));
  await expect(api(calls.listProtocols, { signal: stop.signal })).rejects.toThrow('left the screen');
});

test('uploads of files have a longer timeout than other calls', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  fakeServer({
    'POST /meetings': () => Response.json({ data: { id: 1 } }),
    'GET /keywords': () => Response.json({ data: [] }),
  });
  await api(calls.listKeywords, {});
  const usual = timeout.mock.lastCall?.[0] ?? 0;
  await api(calls.createMeeting, { form: new FormData() });
  expect(timeout.mock.lastCall?.[0]).toBeGreaterThan(10 * usual);
});
