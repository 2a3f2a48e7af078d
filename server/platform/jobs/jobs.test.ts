import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '#server/platform/db/index.ts';
import { createJobs } from './jobs.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A database that takes connections, and answers nothing. */
async function silentDatabase(): Promise<Database> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { kind: 'postgres', url: `postgres://u:p@127.0.0.1:${port}/d` } as Database;
}

test('a database that does not answer is waited for as long as the settings say', { timeout: 5_000 }, async () => {
  const jobs = createJobs(await silentDatabase(), () => undefined, { connectMs: 100 });
  await expect(jobs.start()).rejects.toThrow(/timeout/);
});
