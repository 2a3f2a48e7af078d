import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'protokol-thread-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a server whose database thread crashes logs it and exits; acknowledged rows survive', {
  timeout: 180_000,
}, async () => {
  const wish = join(folder, 'break');
  const breaker = join(folder, 'breaker.mjs');
  // The thread of the database loads this file too, and throws there once it is told to.
  await writeFile(
    breaker,
    `import { existsSync } from 'node:fs';
    import { isMainThread, workerData } from 'node:worker_threads';
    if (!isMainThread && workerData?.folder) setInterval(() => {
      if (existsSync(${JSON.stringify(wish)})) throw new RangeError('out of memory');
    }, 20);`,
  );
  const data = join(folder, 'data');
  const server = await ServerProcess.start(data, { NODE_OPTIONS: `--import=${pathToFileURL(breaker)}` });
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, 'Принято до поломки');
  await writeFile(wish, '');
  const exitCode = await until(() => server.exitCode, 'the end of the server');
  expect(exitCode).toBe(1);
  expect(server.output).toContain('Встроенная база данных остановилась с ошибкой');
  expect(server.output).toContain('out of memory');
  expect(existsSync(join(data, 'server.pid'))).toBe(false);
  const database = await openDatabase({ folder: join(data, 'db') });
  const { rows } = (await database.db.execute(`select id from protocols where id = '${id}'`)) as unknown as {
    rows: unknown[];
  };
  await database.close();
  expect(rows).toEqual([{ id }]);
});
