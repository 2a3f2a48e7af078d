import { expect, test } from 'vitest';
import { newRow } from './finish-recording.ts';
import { chunkForm, type OutgoingChunk, type RawAnswer, readAnswer } from './transport.ts';

const file = new File(['0123456789'], 'заседание.mp4', { type: 'video/mp4' });
const row = newRow(file, { id: 'u', ownerId: 'o', protocolId: 'p', chunkSize: 10, now: 0 });
const chunk: OutgoingChunk = { row, index: 0, blob: file, offset: 0, sha256: 'h', isPlainProvider: false, token: 't' };
const reply = { upload_id: 'u', chunk_index: 0, received: 1, total_chunks: 1, complete: true };
const answer = (changes: Partial<RawAnswer> = {}): RawAnswer => ({
  status: 200,
  contentType: 'application/json',
  redirected: false,
  retryAfter: null,
  text: JSON.stringify({ data: reply }),
  ...changes,
});
const network = { kind: 'failed', failure: { kind: 'network' } };

test('only our JSON that echoes upload and index is an acknowledgement', () => {
  expect(readAnswer(answer(), chunk)).toEqual({ kind: 'acknowledged' });
  for (const other of [
    answer({ text: JSON.stringify({ data: { ...reply, upload_id: 'v' } }) }),
    answer({ text: JSON.stringify({ data: { ...reply, chunk_index: 1 } }) }),
    answer({ text: '{"ok":true}' }),
    answer({ text: '' }),
    answer({ redirected: true }),
    answer({ contentType: 'text/html; charset=utf-8', text: '<h1>Войдите в сеть</h1>' }),
  ]) {
    expect(readAnswer(other, chunk)).toEqual(network);
  }
  expect(readAnswer(answer({ status: 401 }), chunk)).toEqual({ kind: 'unauthorized' });
});

test('with a plain provider any 2xx counts that is no HTML page and was not redirected', () => {
  const isPlainProvider = { ...chunk, isPlainProvider: true };
  for (const status of [200, 201, 204]) {
    expect(readAnswer(answer({ status, text: '', contentType: '' }), isPlainProvider)).toEqual({
      kind: 'acknowledged',
    });
  }
  expect(readAnswer(answer({ redirected: true }), isPlainProvider)).toEqual(network);
  expect(readAnswer(answer({ contentType: 'text/html' }), isPlainProvider)).toEqual(network);
});

test('a chunk is sent with its fields before its bytes; a plain provider gets three fields only', async () => {
  expect([...chunkForm(chunk).keys()]).toEqual([
    ...['total_chunks', 'chunk_index', 'upload_id', 'chunk_size', 'total_size', 'chunk_sha256'],
    ...['file_name', 'file_type', 'place', 'video'],
  ]);
  expect([...chunkForm({ ...chunk, isPlainProvider: true, offset: 0 }).keys()]).toEqual([
    'total_chunks',
    'chunk_index',
    'video',
  ]);
});

test('the rest of a chunk is sent with its byte offset', async () => {
  const form = chunkForm({ ...chunk, offset: 7 });
  expect(form.get('chunk_offset')).toBe('7');
  expect(await (form.get('video') as File).text()).toBe('789');
});
