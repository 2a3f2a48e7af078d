import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/db/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The administrative database of this run's PostgreSQL. */
    postgresUrl: string;
    /** The same database by its socket: a statement costs a quarter less than over the loopback. */
    postgresSocketUrl: string;
  }
}

/** Every test file copies this one, which has all migrations. */
export const templateDatabase = 'protokol_template';

/** Starts one PostgreSQL for the run, in a folder that goes with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-postgres-'));
  const { url, socketUrl, stop } = await startPostgres(folder);
  await query(url, `create database ${templateDatabase}`);
  const template = await openDatabase({ url: url.replace(/postgres$/, templateDatabase), folder });
  await template.close();
  project.provide('postgresUrl', url);
  project.provide('postgresSocketUrl', socketUrl);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

type RunningPostgres = {
  url: string;
  socketUrl: string;
  port: number;
  stop: () => Promise<void>;
  /** Suspends the server: connections stay open, and nothing answers. */
  freeze: () => void;
  thaw: () => void;
};

/**
 * Starts a PostgreSQL on its own port of the loopback, without fsync. A folder that contains a database is used again.
 */
export async function startPostgres(folder: string, samePort?: number): Promise<RunningPostgres> {
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const inFolder = { ...user, cwd: folder };
  if (!existsSync(data)) {
    const made = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(program('initdb'), made, { ...inFolder, stdio: ['ignore', 'ignore', 'pipe'] });
  }
  const port = samePort ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=100',
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(program('postgres'), args, { ...inFolder, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  const socketUrl = `postgres://test@${encodeURIComponent(folder)}:${port}/postgres`;
  await accepting(server, url);
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // «Fast» shutdown: connections are ended.
    server.kill('SIGINT');
    await ended;
  };
  const processes = () => {
    const { pid } = server;
    if (pid === undefined) return [];
    return [pid, ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)];
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, name);
  };
  return { url, socketUrl, port, stop, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT') };
}

/** Runs one statement on its own connection. */
export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Resolves once the server accepts connections; rejects with its output if it ends before. */
async function accepting(server: ChildProcess, url: string): Promise<void> {
  let words = '';
  server.stderr?.on('data', (part: Buffer) => {
    words = `${words}${part}`.slice(-4000);
  });
  const deadline = Date.now() + 30_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL не запустился:\n${words}`);
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function program(name: string): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const debian = globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse();
  const found = [...onPath, ...debian].find((path) => existsSync(path));
  if (!found) throw new Error('Для тестов нужен PostgreSQL: apt-get install postgresql');
  return found;
}

/** Returns the user for PostgreSQL, which refuses to run as root: `postgres`, or `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].map((name) => accounts.find(([known]) => known === name)).find(Boolean);
  if (!account) throw new Error('PostgreSQL не работает от root, а пользователя postgres или nobody нет');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}
