import { expect, test } from 'vitest';
import { retryAfterMs } from '../http/answer-head.ts';
import type { Failure } from '../http/outcome.ts';
import { failureOf } from './classify-failure.ts';

const json = (status: number, code?: string) => ({
  status,
  contentType: 'application/json',
  retryAfter: null,
  text: JSON.stringify({ ...(code && { code }), message: 'Причина' }),
});
const html = (status: number) => ({ status, contentType: 'text/html', retryAfter: null, text: '<h1>…</h1>' });
const kindOf = (answer: Parameters<typeof failureOf>[0], isPlainProvider = false): Failure['kind'] =>
  failureOf(answer, isPlainProvider).kind;

test.each([
  [408, undefined, 'server'],
  [429, undefined, 'server'],
  [500, 'internal', 'server'],
  [503, 'unavailable', 'server'],
  [507, 'storage_full', 'wait'],
  [409, 'upload_other_active', 'wait'],
  [409, 'chunk_conflict', 'conflict'],
  [409, 'upload_assembled', 'conflict'],
  [409, 'upload_cancelled', 'conflict'],
  [422, 'chunk_size_mismatch', 'conflict'],
  [409, 'chunk_rest_unknown', 'rest-unknown'],
  [422, 'chunk_hash_mismatch', 'corrupt'],
  [401, 'unauthorized', 'signed-out'],
  [413, 'payload_too_large', 'too-large'],
  [400, 'bad_request', 'refused'],
  [403, 'forbidden', 'refused'],
  [404, 'not_found', 'refused'],
  [409, 'final_read_only', 'refused'],
  [409, 'chunk_total_mismatch', 'refused'],
  [415, 'unsupported_media_type', 'refused'],
  [422, 'validation_failed', 'refused'],
] as const)('%i with the code %s is %s', (status, code, kind) => {
  expect(kindOf(json(status, code))).toBe(kind);
});

test('a refusal keeps the server’s code and message, else gets a default message', () => {
  expect(failureOf(json(403, 'forbidden'), false)).toMatchObject({ fault: { code: 'forbidden', message: 'Причина' } });
  expect(failureOf({ ...json(415), text: '' }, true)).toMatchObject({
    fault: { code: 'http_415', message: 'Сервер не принимает файлы этого вида.' },
  });
});

test('an HTML page is no refusal, except a gateway’s 502 and 413', () => {
  expect([400, 403, 404].map((status) => kindOf(html(status)))).toEqual(['network', 'network', 'network']);
  expect([502, 413].map((status) => kindOf(html(status)))).toEqual(['server', 'too-large']);
});

test('a plain provider’s 422 on the video counts as too large', () => {
  const onField = (field: string) => ({ ...json(422), text: JSON.stringify({ errors: { [field]: ['Причина'] } }) });
  expect(kindOf(onField('video'), true)).toBe('too-large');
  expect(kindOf(onField('video'))).toBe('refused');
  expect(kindOf(onField('chunk_index'), true)).toBe('refused');
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  expect(retryAfterMs('7', now)).toBe(7_000);
  expect(retryAfterMs('Sat, 21 Nov 2026 10:00:30 GMT', now)).toBe(30_000);
  expect([null, 'скоро', '-5'].map((header) => retryAfterMs(header, now))).toEqual([0, 0, 0]);
  expect(failureOf({ ...json(503), retryAfter: '9' }, false)).toEqual({ kind: 'server', retryAfterMs: 9_000 });
});
