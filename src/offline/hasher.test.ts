import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashHere, hashOfHashes } from './hasher.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

test('a Blob is digested as Node digests its bytes', async () => {
  const bytes = new TextEncoder().encode('протокол');
  expect(await hashHere(new Blob([bytes]))).toBe(sha256(bytes).toString('hex'));
});

test('the hash of hashes is over the digests, not over their letters', async () => {
  const digests = ['раз', 'два'].map((text) => sha256(new TextEncoder().encode(text)));
  const whole = sha256(Buffer.concat(digests)).toString('hex');
  expect(await hashOfHashes(digests.map((digest) => digest.toString('hex')))).toBe(whole);
});
