import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { query, setup } from '#tests/api/support/postgres-setup.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

type Account = { email: string; password: string };

/** A PostgreSQL for one benchmark, and servers on databases of it. */
export class PostgresStand {
  readonly #admin: string;
  /** Removed after the benchmark. */
  readonly folder: string;
  readonly #closers: (() => unknown)[];

  private constructor(admin: string, folder: string, closers: (() => unknown)[]) {
    this.#admin = admin;
    this.folder = folder;
    this.#closers = closers;
  }

  static async use<T>(run: (stand: PostgresStand) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
    const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
    try {
      let admin = '';
      const provide = (_name: string, url: string) => {
        admin = url;
      };
      closers.push(await setup({ provide } as unknown as TestProject));
      return await run(new PostgresStand(admin, folder, closers));
    } finally {
      for (const close of closers.reverse()) await close();
    }
  }

  /** Closed after the benchmark, the last first. */
  onClose(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** A new, empty database. */
  async createDatabase(name: string): Promise<string> {
    await query(this.#admin, `create database ${name}`);
    return this.#admin.replace(/postgres$/, name);
  }

  /** A server on a database that is filled, and the headers of who signs in. */
  async startServer(databaseUrl: string, account: Account) {
    const name = databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1);
    const env = { DATABASE_URL: databaseUrl, DEMO: 'off' };
    const server = await ServerProcess.start(join(this.folder, `data-${name}`), env);
    this.onClose(() => server.stop());
    return { url: `${server.url}/api`, headers: { authorization: `Bearer ${await signIn(server.url, account)}` } };
  }
}
