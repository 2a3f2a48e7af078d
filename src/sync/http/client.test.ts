import { expect, test } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { isPortal, isTooLarge } from './answer-head.ts';
import { NetworkError } from './api-errors.ts';
import { createHttp, endingWith } from './client.ts';

const page = { contentType: 'text/html; charset=utf-8' };
const json = { contentType: 'application/json' };

test.each([
  ['a page in the place of an answer', { status: 200, ...page }, true],
  ['a filter’s page', { status: 403, ...page }, true],
  ['what a redirect led to', { status: 200, ...json, redirected: true }, true],
  ['a refusal that a redirect led to', { status: 404, ...json, redirected: true }, true],
  ['a gateway’s page', { status: 502, ...page }, false],
  ['«too large» on a page', { status: 413, ...page }, false],
  ['an answer', { status: 200, ...json }, false],
  ['a refusal', { status: 422, ...json }, false],
  ['an answer without a body', { status: 204, contentType: null }, false],
])('recognises a captive portal: %s', (_, head, portal) => {
  expect(isPortal(head, isTooLarge)).toBe(portal);
});

/** Accepts, and never answers. */
const silent: typeof fetch = (_, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

test('an answer after the time limit is marked as late; a lost connection is not', async () => {
  const clock = new HandClock();
  const request = { method: 'GET', url: '/api/health', limitMs: 5_000 };
  const late = createHttp({ fetch: silent, clock }).send(request);
  clock.pass(5_000);
  await expect(late).rejects.toMatchObject({ isLate: true });
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(createHttp({ fetch: lost, clock }).send(request)).rejects.toMatchObject({ isLate: false });
});

test('the time limit holds for the body too', async () => {
  const clock = new HandClock();
  const stuck: typeof fetch = async (_, init) =>
    new Response(
      new ReadableStream({
        start: (body) => init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason)),
      }),
    );
  const http = createHttp({ fetch: stuck, clock });
  const answer = await http.send({ method: 'GET', url: '/api/health', limitMs: 5_000 });
  clock.pass(5_000);
  await expect(answer.text()).rejects.toThrow(NetworkError);
});

test('an aborted request rejects with the reason of the abort', async () => {
  const end = new AbortController();
  const http = endingWith(end.signal, createHttp({ fetch: silent }));
  const own = new AbortController();
  const request = http.send({ method: 'GET', url: '/api/protocols', signal: own.signal });
  end.abort(new Error('the time is up'));
  await expect(request).rejects.toThrow('the time is up');
});
