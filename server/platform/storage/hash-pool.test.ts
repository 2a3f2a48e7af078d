import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HashPool } from './hash-pool.ts';

let folder: string;
let pool: HashPool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-hash-'));
  pool = new HashPool(1, { stallMs: 2_000 });
});
afterEach(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

test('a disk that does not answer fails its digest, and delays no other', async () => {
  // Opening a pipe waits for a writer: what reading from a dead network disk looks like.
  const dead = join(folder, 'pipe');
  execFileSync('mkfifo', [dead]);
  const bytes = Buffer.alloc(300_000, 'протокол');
  const file = join(folder, 'file');
  await writeFile(file, bytes);
  const stuck = pool.digestRegion(dead, 0, 10);
  const behind = pool.digestRegion(file, 0, bytes.length);
  await expect(stuck).rejects.toThrow('stalled');
  expect(await behind).toBe(createHash('sha256').update(bytes).digest('hex'));
  // Lets the thread end.
  await writeFile(dead, '');
});
