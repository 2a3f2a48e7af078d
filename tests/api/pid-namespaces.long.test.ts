import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { serverScript } from '#tests/support/server-script.ts';

/** A separate PID namespace, as a container has: its process 1 is not that of this machine. */
const elsewhere = [
  '--pid',
  '--fork',
  '--mount-proc',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
];

test('a second server on one data folder exits with a message, also from another PID namespace', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-namespaces-'));
  const dataDir = join(folder, 'data');
  const first = await ServerProcess.start(dataDir);
  const second = spawn('unshare', [...elsewhere, process.execPath, serverScript('main')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', STORAGE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [second.stdout, second.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  await once(second, 'close');
  expect(second.exitCode).toBe(1);
  expect(said).toContain(`Папка данных ${dataDir} занята другим сервером`);
  // The first server goes on working.
  expect(await getJson(first.url, await signIn(first.url), '/protocols')).toMatchObject({ data: expect.any(Array) });
  await first.stop();
  const third = await ServerProcess.start(dataDir);
  expect(await getJson(third.url, await signIn(third.url), '/protocols')).toMatchObject({ data: expect.any(Array) });
  await third.stop();
  await rm(folder, { recursive: true, force: true });
});
