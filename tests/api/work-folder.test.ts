import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from './support/test-app.ts';

test('what a killed turn of the processing left is deleted before the next job', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'protokol-work-'));
  const left = join(dataDir, 'work', 'u1.video.1');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'original'), 'a copy of hours');
  const app = await startTestApp('postgres', { config: { dataDir } });
  expect(existsSync(left)).toBe(false);
  await app.close();
});
