import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query, startPostgres } from '#tests/api/support/postgres-setup.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { familyCpu } from './process-cpu.ts';

type Account = { email: string; password: string };

/** A PostgreSQL for one benchmark, and servers on databases of it. */
export class PostgresStand {
  readonly #admin: string;
  /** Removed after the benchmark. */
  readonly folder: string;
  readonly #data: string;
  readonly #closers: (() => unknown)[];

  private constructor(admin: string, folder: string, data: string, closers: (() => unknown)[]) {
    this.#admin = admin;
    this.folder = folder;
    this.#data = data;
    this.#closers = closers;
  }

  /**
   * @param kept folder in which its databases are kept for the next run; without it they are removed after the
   *   benchmark
   */
  static async use<T>(run: (stand: PostgresStand) => Promise<T>, kept?: string): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
    const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
    try {
      const data = kept ?? join(folder, 'cluster');
      await mkdir(data, { recursive: true });
      // PostgreSQL runs as another user, who must be able to enter the folder.
      await chmod(folder, 0o755);
      const { url, stop } = await startPostgres(data);
      closers.push(stop);
      return await run(new PostgresStand(url, folder, data, closers));
    } finally {
      for (const close of closers.reverse()) await close();
    }
  }

  /** Registers a function to call after the benchmark; the last one registered is called first. */
  onClose(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Processor time of all its processes, in milliseconds. */
  cpu(): number {
    return familyCpu(Number(readFileSync(join(this.#data, 'data/postmaster.pid'), 'utf8').split('\n')[0]));
  }

  /** Returns a database that exists already, or a new one that `fill` has filled completely. */
  async keepDatabase(name: string, fill: (url: string) => Promise<void>): Promise<string> {
    const url = this.#admin.replace(/postgres$/, name);
    if (await isThere(url)) return url;
    await query(this.#admin, `drop database if exists ${name}_new`);
    await fill(await this.createDatabase(`${name}_new`));
    await query(this.#admin, `alter database ${name}_new rename to ${name}`);
    return url;
  }

  /** A new, empty database. */
  async createDatabase(name: string): Promise<string> {
    await query(this.#admin, `create database ${name}`);
    return this.#admin.replace(/postgres$/, name);
  }

  /** Starts a server on a filled database, and returns the headers of a signed-in account. */
  async startServer(databaseUrl: string, account: Account) {
    const name = databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1);
    const env = { DATABASE_URL: databaseUrl, DEMO: 'off' };
    const server = await ServerProcess.start(join(this.folder, `data-${name}`), env);
    this.onClose(() => server.stop());
    return { url: `${server.url}/api`, headers: { authorization: `Bearer ${await signIn(server.url, account)}` } };
  }
}

async function isThere(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1');
    return true;
  } catch (error) {
    // invalid_catalog_name: no such database.
    if ((error as { code?: string }).code === '3D000') return false;
    throw error;
  }
}
