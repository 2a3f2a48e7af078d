import type { Client, QueryConfig, QueryResult } from 'pg';

/**
 * The one connection to the embedded database, taken in turns: a statement, or all of a transaction, and nothing else
 * meanwhile. A pool of node-postgres would do, but for ending its connection with each statement that fails.
 */
export class EmbeddedConnection {
  readonly #client: Client;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  /** Resolves with the end of the last turn that was asked for. */
  #free: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const tell of this.#listeners.get(channel) ?? []) tell(payload);
    });
  }

  /** One statement, or several in one text without values. */
  query(asked: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    return this.exclusive((client) => client.query(asked as string, values));
  }

  /** Runs while nobody else's statement does. */
  async exclusive<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const before = this.#free;
    this.#free = promise;
    await before;
    try {
      return await run(this.#client);
    } finally {
      // What failed between a «begin» and its «commit» must not take those who come next into its transaction.
      if (this.#client.getTransactionStatus() !== 'I') await this.#client.query('rollback').catch(() => undefined);
      end();
    }
  }

  /** Hears what is told on a channel. @returns ends it */
  async listen(channel: string, tell: (payload: string) => void): Promise<() => Promise<void>> {
    const name = this.#client.escapeIdentifier(channel);
    const all = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, all.add(tell));
    await this.query(`listen ${name}`);
    return async () => {
      all.delete(tell);
      if (all.size === 0) await this.query(`unlisten ${name}`);
    };
  }
}
