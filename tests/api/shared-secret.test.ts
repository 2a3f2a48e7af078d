import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config/read-config.ts';
import { type Database, openDatabase } from '#server/platform/db/index.ts';
import {
  adoptSecret,
  dropFormerSecrets,
  forgetSecrets,
  OtherSecret,
  openSecret,
  readSecrets,
  replaceSecret,
  type Secrets,
  ServerSecret,
} from '#server/platform/secret/index.ts';
import { users } from '#server/schema/people.ts';
import { serverKeys } from '#server/schema/service.ts';
import { longTest } from '#tests/support/long-test.ts';
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
  vi.useRealTimers();
  for (const node of nodes) await node.close();
  for (const database of databases) await database.close();
  await dropPostgresDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

const fail = (error: unknown) => expect.unreachable(String(error));
const key = () => randomBytes(40).toString('base64url');
const clock = () => now;

async function open(): Promise<Database> {
  const database = await openDatabase({ url, folder: '' });
  databases.push(database);
  return database;
}

/** Starts a server with its own data folder. */
async function start(env: Record<string, string> = {}): Promise<Node> {
  const dataDir = join(folder, `node-${nodes.length}`);
  const node = await startNode(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, ...env }), await open());
  nodes.push(node);
  return node;
}

/** Resolves with the secret that a server would sign with. */
async function secretOf(given?: string, dataDir = folder) {
  const database = databases[0] ?? (await open());
  const secrets = given === undefined ? undefined : readSecrets(given);
  const opened = await openSecret({ database, dataDir, given: secrets, clock, onError: () => undefined });
  opened.close();
  return opened.secret;
}

const statusAt = async (node: Node, token: string) =>
  (await fetch(`${node.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;

test('two servers with separate folders accept each other’s signatures', async () => {
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

test('the secret of an earlier version is moved from the folder into the database', async () => {
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

test('the secret of a folder stays accepted, and its addresses valid, when another server was first', async () => {
  const [kept, second] = [randomBytes(64).toString('hex'), randomBytes(64).toString('hex')];
  const first = await secretOf(undefined, join(folder, 'empty'));
  await writeFile(join(folder, 'secret'), kept);
  const joined = await secretOf(undefined, folder);
  const ofFile = new ServerSecret(() => readSecrets(kept) as Secrets);
  expect(joined.isSigned('x', 'text', ofFile.sign('x', 'text'))).toBe(true);
  expect(joined.sign('x', 'text')).toEqual(first.sign('x', 'text'));
  expect(joined.lastingKey('y')).toEqual(ofFile.lastingKey('y'));
  await writeFile(join(folder, 'secret'), second);
  const third = await secretOf(undefined, folder);
  expect(third.sign('x', 'text')).toEqual(first.sign('x', 'text'));
  expect(third.lastingKey('y')).toEqual(ofFile.lastingKey('y'));
  expect(third.isSigned('x', 'text', new ServerSecret(() => readSecrets(second) as Secrets).sign('x', 'text'))).toBe(
    true,
  );
});

test('the secret of a folder that comes days later is told of and not believed, unless a command adds it', async () => {
  const strange = randomBytes(64).toString('hex');
  const before = await secretOf(undefined, join(folder, 'empty'));
  await writeFile(join(folder, 'secret'), strange);
  now = new Date(now.getTime() + 25 * 3_600_000);
  const place = { database: databases[0] as Database, dataDir: folder };
  const said: string[] = [];
  const opened = await openSecret({ ...place, given: undefined, clock, onError: fail, say: (line) => said.push(line) });
  opened.close();
  const signature = new ServerSecret(() => readSecrets(strange) as Secrets).sign('x', 'text');
  expect(said).toEqual([expect.stringMatching(/secret не принят: .*secret:rotate -- --adopt/)]);
  expect(opened.secret.isSigned('x', 'text', signature)).toBe(false);
  await replaceSecret({ ...place, now });
  expect((await secretOf()).lastingKey('y')).toEqual(before.lastingKey('y'));
  expect(await adoptSecret({ ...place, now })).toBe(1);
  expect(await adoptSecret({ ...place, now })).toBe(0);
  const adopted = await secretOf();
  expect(adopted.isSigned('x', 'text', signature)).toBe(true);
  expect(adopted.sign('x', 'text')).toEqual(before.sign('x', 'text'));
  expect(adopted.lastingKey('y')).toEqual(before.lastingKey('y'));
});

test('the secret of another folder comes late, too, where the first one was brought days ago', async () => {
  await writeFile(join(folder, 'secret'), randomBytes(64).toString('hex'));
  const before = await secretOf(undefined, folder);
  now = new Date(now.getTime() + 25 * 3_600_000);
  const strange = randomBytes(64).toString('hex');
  await writeFile(join(folder, 'secret'), strange);
  const signature = new ServerSecret(() => readSecrets(strange) as Secrets).sign('x', 'text');
  const after = await secretOf(undefined, folder);
  expect(after.isSigned('x', 'text', signature)).toBe(false);
  expect(after.sign('x', 'text')).toEqual(before.sign('x', 'text'));
});

test('no key is created in place of a damaged one, or by a command that finds none', async () => {
  await expect(replaceSecret({ database: await open(), dataDir: folder, now })).rejects.toThrow(/Ключа ещё нет/);
  await writeFile(join(folder, 'secret'), 'обрывок');
  await expect(secretOf()).rejects.toThrow(/повреждён/);
});

longTest('a new secret signs when every server knows it; the former one is accepted until it is dropped', async () => {
  const before = await secretOf();
  const [old, lasting] = [before.sign('x', 'text'), before.lastingKey('y')];
  const place = { database: databases[0] as Database, dataDir: folder };
  await replaceSecret({ ...place, now });
  const knowing = await secretOf();
  expect(knowing.sign('x', 'text')).toEqual(old);
  const tooSoon = dropFormerSecrets({ ...place, now: new Date(now.getTime() + 5000) });
  await expect(tooSoon).rejects.toThrow(/подписывать через 55 с/);
  now = new Date(now.getTime() + 61_000);
  const fresh = knowing.sign('x', 'text');
  expect(fresh).not.toEqual(old);
  expect([knowing.isSigned('x', 'text', old), knowing.isSigned('x', 'text', fresh)]).toEqual([true, true]);
  expect(await dropFormerSecrets({ ...place, now })).toBe(1);
  expect(await dropFormerSecrets({ ...place, now })).toBe(0);
  const after = await secretOf();
  expect([after.isSigned('x', 'text', old), after.isSigned('x', 'text', fresh)]).toEqual([false, true]);
  expect(after.lastingKey('y')).toEqual(lasting);
});

test('dropping secrets in a folder without one is refused, and nothing is written there', async () => {
  const embedded = { kind: 'pglite' } as Database;
  await expect(dropFormerSecrets({ database: embedded, dataDir: folder, now })).rejects.toThrow(/ключа нет/);
  expect(await readdir(folder)).toEqual([]);
});

longTest('configured secrets are replaced in two rounds of restarts, and nobody is signed out', async () => {
  const [old, fresh] = [key(), key()];
  const before = await secretOf(old);
  const signature = before.sign('x', 'text');
  const first = await secretOf(`${old},${fresh}`);
  expect(first.sign('x', 'text')).toEqual(signature);
  now = new Date(now.getTime() + 1000);
  const second = await secretOf(`${fresh},${old}`);
  expect(first.isSigned('x', 'text', second.sign('x', 'text'))).toBe(true);
  expect(second.isSigned('x', 'text', signature)).toBe(true);
  await expect(secretOf(old)).rejects.toThrow(OtherSecret);
  const third = await secretOf(`${fresh},~${old}`);
  expect(third.isSigned('x', 'text', signature)).toBe(false);
  // Addresses that are out already, and the key of pushes, are the same in each round.
  for (const each of [first, second, third]) expect(each.lastingKey('y')).toEqual(before.lastingKey('y'));
});

longTest('a key moves from the table into the setting of all servers before it is replaced', async () => {
  const inTable = await open();
  const errors: unknown[] = [];
  const place = { database: inTable, dataDir: folder, clock, onError: (error: unknown) => errors.push(error) };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const running = await openSecret({ ...place, given: undefined });
  const signature = running.secret.sign('x', 'text');
  const [row] = await inTable.db.select().from(serverKeys);
  const kept = row?.secret ?? '';
  await expect(secretOf(`${key()},${kept}`)).rejects.toThrow(/Сначала задайте в SECRET только ключ из базы/);
  await secretOf(kept);
  expect(await inTable.db.select({ secret: serverKeys.secret }).from(serverKeys)).toEqual([{ secret: null }]);
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  // The running one reads the table, and goes on with what it knows.
  await expect
    .poll(() => {
      now = new Date(now.getTime() + 1000);
      running.secret.sign('x', 'text');
      return errors.length;
    })
    .toBe(1);
  expect(running.secret.sign('x', 'text')).toEqual(signature);
  running.close();
  expect((await secretOf(`${key()},${kept}`)).isSigned('x', 'text', signature)).toBe(true);
});

longTest('a lost secret can be forgotten, and servers start with another one', async () => {
  await secretOf(key());
  const [another, database] = [key(), databases[0] as Database];
  await expect(secretOf(another)).rejects.toThrow(/secret:rotate -- --forget/);
  await forgetSecrets({ database, now });
  await secretOf(another);
  await forgetSecrets({ database, now });
  await secretOf();
  await expect(forgetSecrets({ database, now })).rejects.toThrow(/забывать нечего/);
});
