import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/platform/db/index.ts';
import {
  dropFormerSecrets,
  OtherSecret,
  openSecret,
  readSecrets,
  replaceSecret,
} from '#server/platform/secret/index.ts';
import { users } from '#server/schema/people.ts';
import { type Node, startNode } from './support/node.ts';
import { createPostgresDatabase, dropPostgresDatabase } from './support/test-database.ts';

let url: string;
let folder: string;
let now: Date;
let databases: Database[];
let nodes: Node[];
beforeEach(async () => {
  [url, folder] = await Promise.all([createPostgresDatabase(), mkdtemp(join(tmpdir(), 'protokol-secret-'))]);
  now = new Date();
  [databases, nodes] = [[], []];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  for (const database of databases) await database.close();
  await dropPostgresDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

const key = () => randomBytes(40).toString('base64url');
const clock = () => now;

async function open(): Promise<Database> {
  const database = await openDatabase({ url, folder: '' });
  databases.push(database);
  return database;
}

/** A server with a data folder of its own. */
async function start(env: Record<string, string> = {}): Promise<Node> {
  const dataDir = join(folder, `node-${nodes.length}`);
  const node = await startNode(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...env }), await open());
  nodes.push(node);
  return node;
}

/** What a server would sign with. */
async function secretOf(given?: string, dataDir = folder) {
  const database = databases[0] ?? (await open());
  const secrets = given === undefined ? undefined : readSecrets(given);
  const opened = await openSecret({ database, dataDir, given: secrets, clock, onError: () => undefined });
  opened.close();
  return opened.secret;
}

const statusAt = async (node: Node, token: string) =>
  (await fetch(`${node.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;

test('two servers with folders of their own believe what the other has signed', async () => {
  const [one, other] = [await start(), await start()];
  await one.services.database.db.insert(users).values({ id: 'anna', email: 'anna@example.ru', role: 'secretary' });
  const { token, refreshToken } = await one.services.auth.signIn('anna', 'test');
  expect(await statusAt(other, token)).toBe(200);
  expect(await other.services.auth.refresh(refreshToken)).toBeDefined();
  expect(other.services.fileLinks.sign('/a', '1')).toBe(one.services.fileLinks.sign('/a', '1'));
  expect(other.services.notices.pushes.publicKey).toBe(one.services.notices.pushes.publicKey);
});

test('a server with another secret does not join', async () => {
  const [same, another] = [key(), key()];
  await secretOf(same);
  await secretOf(same);
  await expect(secretOf(another)).rejects.toThrow(OtherSecret);
  await expect(secretOf()).rejects.toThrow(/задан настройкой SECRET/);
  await expect(start({ SECRET: another })).rejects.toThrow(/другой, чем у остальных/);
});

test('the secret of an earlier version goes from the folder into the database', async () => {
  const kept = randomBytes(64).toString('hex');
  await writeFile(join(folder, 'secret'), kept);
  const signature = (await secretOf(undefined, folder)).sign('x', 'text');
  expect((await secretOf(undefined, join(folder, 'empty'))).isSigned('x', 'text', signature)).toBe(true);
  const { secret } = await openSecret({
    ...{
      database: databases[0] as Database,
      dataDir: folder,
      given: readSecrets(kept),
      clock,
      onError: () => undefined,
    },
  });
  expect(secret.isSigned('x', 'text', signature)).toBe(true);
});

test('a new secret signs when every server knows it; the former one is believed until it is dropped', async () => {
  const before = await secretOf();
  const [old, lasting] = [before.sign('x', 'text'), before.lastingKey('y')];
  const place = { database: databases[0] as Database, dataDir: folder };
  await replaceSecret({ ...place, now });
  const knowing = await secretOf();
  expect(knowing.sign('x', 'text')).toEqual(old);
  now = new Date(now.getTime() + 61_000);
  const fresh = knowing.sign('x', 'text');
  expect(fresh).not.toEqual(old);
  expect([knowing.isSigned('x', 'text', old), knowing.isSigned('x', 'text', fresh)]).toEqual([true, true]);
  await dropFormerSecrets({ ...place, now });
  const after = await secretOf();
  expect([after.isSigned('x', 'text', old), after.isSigned('x', 'text', fresh)]).toEqual([false, true]);
  expect(after.lastingKey('y')).toEqual(lasting);
});

test('given secrets are replaced in two rounds of restarts, and nobody is signed out', async () => {
  const [old, fresh] = [key(), key()];
  const signature = (await secretOf(old)).sign('x', 'text');
  const first = await secretOf(`${old},${fresh}`);
  expect(first.sign('x', 'text')).toEqual(signature);
  now = new Date(now.getTime() + 1000);
  const second = await secretOf(`${fresh},${old}`);
  expect(first.isSigned('x', 'text', second.sign('x', 'text'))).toBe(true);
  expect(second.isSigned('x', 'text', signature)).toBe(true);
  await expect(secretOf(old)).rejects.toThrow(OtherSecret);
});
