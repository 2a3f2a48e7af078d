import type { Client, QueryConfig, QueryResult } from 'pg';

/**
 * The one connection to the embedded database. Single statements are sent at once, one behind the other, so that the thread
 * goes on to the next without being woken; a transaction waits for those before it, and has the connection for itself.
 *
 * A pool of node-postgres would end its connection with each statement that fails.
 */
export class EmbeddedConnection {
  readonly #client: Client;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  /** Statements on their way, and those that wait for the end of `#whole`. */
  readonly #single = new Set<Promise<unknown>>();
  /** Resolves with the end of the last one that was asked to have the connection for itself. */
  #whole: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const tell of this.#listeners.get(channel) ?? []) tell(payload);
    });
  }

  /** One statement; or several in one text without values, some of which may be a transaction. */
  async query(asked: string | QueryConfig, values: unknown[] = []): Promise<QueryResult> {
    if (values.length === 0) return this.exclusive((client) => client.query(asked as string));
    const answer = this.#whole.then(() => this.#client.query(asked as string, values));
    this.#single.add(answer);
    return answer.finally(() => this.#single.delete(answer));
  }

  /** Runs while nobody else's statement does. */
  async exclusive<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const before = Promise.allSettled([this.#whole, ...this.#single]);
    this.#whole = promise;
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
