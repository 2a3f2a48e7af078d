import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { hashHere, hashOfHashes } from './hasher.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

test('a Blob gets the same digest as its bytes in Node', async () => {
  const bytes = new TextEncoder().encode('протокол');
  expect(await hashHere(new Blob([bytes]))).toBe(sha256(bytes).toString('hex'));
});

test('concurrent Blobs are digested each for itself, whatever their sizes', async () => {
  const parts = [300_000, 5, 70_000, 0].map((size, index) => new Uint8Array(size).fill(index + 1));
  const digests = await Promise.all(parts.map((part) => hashHere(new Blob([part]))));
  expect(digests).toEqual(parts.map((part) => sha256(part).toString('hex')));
});

test('an unreadable or truncated Blob is rejected and the next one digested', async () => {
  const broken = Object.assign(new Blob(['протокол']), {
    stream: () => new ReadableStream({ type: 'bytes', pull: () => Promise.reject(new Error('gone')) }),
  });
  const short = Object.assign(new Blob(['протокол']), { stream: () => new Blob(['прот']).stream() });
  const digests = await Promise.allSettled([broken, short, new Blob(['да'])].map(hashHere));
  expect(digests).toMatchObject([
    { status: 'rejected', reason: { message: 'gone' } },
    { status: 'rejected', reason: { name: 'NotReadableError' } },
    { status: 'fulfilled', value: sha256(new TextEncoder().encode('да')).toString('hex') },
  ]);
});

test('Blobs without byte streams are digested too', async () => {
  const blob = Object.assign(new Blob(['да']), { stream: () => new ReadableStream() });
  expect(await hashHere(blob)).toBe(sha256(new TextEncoder().encode('да')).toString('hex'));
});

test('the hash of hashes is over the digest bytes, not over their hex digits', async () => {
  const digests = ['раз', 'два'].map((text) => sha256(new TextEncoder().encode(text)));
  const whole = sha256(Buffer.concat(digests)).toString('hex');
  expect(await hashOfHashes(digests.map((digest) => digest.toString('hex')))).toBe(whole);
});

test('in a page without TLS, where the browser digests nothing, the digests are the same', async () => {
  vi.stubGlobal('crypto', {});
  const bytes = new Uint8Array(300_000).fill(7);
  const digests = await Promise.all([bytes, bytes.slice(1)].map((part) => hashHere(new Blob([part]))));
  expect(digests).toEqual([bytes, bytes.slice(1)].map((part) => sha256(part).toString('hex')));
  expect(await hashOfHashes(digests)).toBe(sha256(Buffer.from(digests.join(''), 'hex')).toString('hex'));
});
