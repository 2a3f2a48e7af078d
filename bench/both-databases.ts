import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile, Target } from './load.ts';
import { PostgresStand } from './postgres-stand.ts';

/** An account of each role, with one password. */
export const accounts = {
  admin: { email: 'admin@first.example.ru', password: 'пароль-меры' },
  manager: { email: 'manager@first.example.ru', password: 'пароль-меры' },
  secretary: { email: 'secretary@first.example.ru', password: 'пароль-меры' },
};
export type Account = keyof typeof accounts;

export interface Filled {
  /** Name of the database: «PostgreSQL», «PGlite». */
  what: string;
  open(): Promise<Database>;
  /** Runs `run` with a server on the database. */
  serve<T>(run: (server: AskedServer) => Promise<T>): Promise<T>;
}

/** A server of a benchmark, called by people of each role. */
export class AskedServer {
  readonly #url: string;
  readonly #tokens = new Map<Account, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Resolves once the call was answered. Throws where it was refused. */
  async post(who: Account, path: string, body: object): Promise<void> {
    const token = this.#tokens.get(who) ?? (await signIn(this.#url, accounts[who]));
    const answer = await fetch(`${this.#url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  }

  /** Returns the milliseconds of `rounds` requests, one after the other, after three to warm up. */
  async times(who: Account, path: string, rounds: number): Promise<number[]> {
    const token = this.#tokens.get(who) ?? (await signIn(this.#url, accounts[who]));
    this.#tokens.set(who, token);
    const target = new Target(`${this.#url}/api${path}`, { authorization: `Bearer ${token}` });
    try {
      await target.series(3);
      return await target.series(rounds);
    } finally {
      target.close();
    }
  }
}

/**
 * Runs the same measurement on PostgreSQL and on the embedded database, both filled by `fill`.
 * @param kept a folder in which both databases stay filled for the next run
 */
export async function onBothDatabases<T>(
  name: string,
  { fill, kept }: { fill: (database: Database) => Promise<void>; kept?: string },
  measure: (filled: Filled) => Promise<T[]>,
): Promise<T[]> {
  const filled = async (place: { url?: string; folder: string }) => {
    const database = await openDatabase(place);
    try {
      await fill(database);
    } finally {
      await database.close();
    }
  };
  const run = async (stand: PostgresStand) => {
    const url = await stand.keepDatabase(name, (empty) => filled({ url: empty, folder: '' }));
    const first = await measure(placeOf('PostgreSQL', join(stand.folder, 'postgres'), url));
    const dataDir = join(kept ?? stand.folder, 'pglite');
    if (!existsSync(dataDir)) {
      await rm(`${dataDir}.new`, { recursive: true, force: true });
      await filled({ folder: join(`${dataDir}.new`, 'db') });
      await rename(`${dataDir}.new`, dataDir);
    }
    return [...first, ...(await measure(placeOf('PGlite', dataDir)))];
  };
  return PostgresStand.use(run, kept && join(kept, 'postgres'));
}

function placeOf(what: string, dataDir: string, url?: string): Filled {
  return {
    what,
    open: () => openDatabase({ url, folder: join(dataDir, 'db') }),
    async serve(run) {
      const server = await ServerProcess.start(dataDir, { DATABASE_URL: url ?? '', DEMO: 'off' });
      try {
        return await run(new AskedServer(server.url));
      } finally {
        await server.stop();
      }
    },
  };
}

export const p95 = (times: readonly number[]) => percentile(times, 95);
