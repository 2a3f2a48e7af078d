import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServerProcess } from '#tests/support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'protokol-kill-'));
  server = await ServerProcess.start(dataDir);
  token = await signIn();
});
afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(): Promise<string> {
  const reply = await call('POST', '/login', { email: 'secretary@example.ru', password: 'protokol' });
  return (await reply.json()).data.token;
}

function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Runs four writers at once, until the server is killed. */
async function writeUntilKilled(acknowledged: string[], killAfter: number): Promise<void> {
  let killed: Promise<void> | undefined;
  const writer = async () => {
    while (!killed) {
      const id = uuidv7();
      const reply = await call('POST', '/protocols', { id, title: `Протокол ${id}` }).catch(() => undefined);
      if (reply?.status === 201) acknowledged.push(id);
      if (acknowledged.length >= killAfter) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: 4 }, writer));
  await killed;
}

test('repeated SIGKILLs lose no acknowledged row', { timeout: 120_000 }, async () => {
  const acknowledged: string[] = [];
  for (const killAfter of [25, 60, 110]) {
    await writeUntilKilled(acknowledged, killAfter);
    await server.start();
    for (const id of acknowledged) expect((await call('GET', `/protocols/${id}`)).status, id).toBe(200);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(110);
});

test('a session from before the SIGKILL is still valid', async () => {
  expect((await call('GET', '/me')).status).toBe(200);
});
