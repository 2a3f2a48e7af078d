import { expect, test } from 'vitest';
import { createHttp } from '../http/client.ts';
import { shakeHands } from './handshake.ts';

/** A session that has met this kind of server before. */
function sessionOf(isKnown = false) {
  let isOurs = isKnown;
  return {
    isOurs: async () => isOurs,
    async noteOurs() {
      isOurs = true;
    },
  };
}
const ask = (answer: () => Response | Promise<Response>, memory = sessionOf(), me = answer) =>
  shakeHands(createHttp({ fetch: async (url) => (url === '/api/me' ? me() : answer()) }), memory);
const page = (status: number) => () =>
  new Response('<h1>Страница</h1>', { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
const plain = { kind: 'known', capabilities: new Set() };

test('our server lists its capabilities', async () => {
  const answer = { status: 'ok', capabilities: ['idempotency', 'later'] };
  expect(await ask(() => Response.json(answer))).toEqual({
    kind: 'known',
    capabilities: new Set(['idempotency', 'later']),
  });
});

const withoutNames: [string, () => Response][] = [
  ['that does not know the call', () => Response.json({ message: 'Not found' }, { status: 404 })],
  ['that says so on a page', page(404)],
  ['whose gateway forbids it on a page', page(403)],
  ['whose gateway has no such method', page(405)],
  ['that forbids it', () => Response.json({ message: 'Forbidden' }, { status: 403 })],
  ['that answers a word', () => new Response('OK')],
  ['that answers nothing', () => new Response(null, { status: 204 })],
  ['with a health of its own', () => Response.json({ status: 'up' })],
];

test.each(withoutNames)('a provider %s is a plain one', async (_, answer) => {
  expect(await ask(answer)).toEqual(plain);
});

test.each(withoutNames)('where our server was met before, a server %s counts as unreachable', async (_, answer) => {
  const memory = sessionOf();
  await ask(() => Response.json({ capabilities: ['idempotency'] }), memory);
  expect(await ask(answer, memory)).toEqual({ kind: 'unreachable' });
});

test.each([
  ['a portal’s page', page(200)],
  ['a server without time', () => new Response(null, { status: 503 })],
  ['a server that is asked too often', () => new Response(null, { status: 429 })],
  ['a request that took too long', () => new Response(null, { status: 408 })],
  ['no answer', () => Promise.reject(new TypeError('no connection'))],
  [
    'an answer that broke off',
    () => new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError()) })),
  ],
])('%s counts as an unreachable server', async (_, answer) => {
  expect(await ask(answer)).toEqual({ kind: 'unreachable' });
});

test.each([
  ['refuses', 401],
  ['answers', 200],
])('a host that shows its first page where a call is missing is a plain provider: it %s in JSON', async (_, status) => {
  const me = () => Response.json({ data: { id: 1 } }, { status });
  expect(await ask(page(200), sessionOf(), me)).toEqual(plain);
  expect(await ask(page(200), sessionOf(true), me)).toEqual({ kind: 'unreachable' });
  expect(await ask(page(200), sessionOf(), () => new Response('OK'))).toEqual({ kind: 'unreachable' });
});
