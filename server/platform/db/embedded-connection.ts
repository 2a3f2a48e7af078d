import type { Client, QueryConfig, QueryResult } from 'pg';

/**
 * The one connection to the embedded database. Single statements are pipelined, so that the thread goes on to the next
 * one without being woken; a transaction waits for the statements before it and has the connection for itself.
 *
 * A pool of node-postgres would close its connection after each statement that fails.
 */
export class EmbeddedConnection {
  readonly #client: Client;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  /** Single statements that run, or that wait for `#whole`. */
  readonly #single = new Set<Promise<unknown>>();
  /** Resolves when the last exclusive use that was asked for has ended. */
  #whole: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
    client.on('notification', ({ channel, payload = '' }) => {
      for (const tell of this.#listeners.get(channel) ?? []) tell(payload);
    });
  }

  /** Runs one statement; or, without values, a text of several, which may include a transaction. */
  async query(asked: string | QueryConfig, values: unknown[] = []): Promise<QueryResult> {
    if (values.length === 0) return this.exclusive((client) => client.query(asked as string));
    const answer = this.#whole.then(() => this.#client.query(asked as string, values));
    this.#single.add(answer);
    return answer.finally(() => this.#single.delete(answer));
  }

  /** Runs `run` while no other statement runs. */
  async exclusive<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const before = Promise.allSettled([this.#whole, ...this.#single]);
    this.#whole = promise;
    await before;
    try {
      return await run(this.#client);
    } finally {
      // A failure between «begin» and «commit» must not leave later statements inside its transaction.
      if (this.#client.getTransactionStatus() !== 'I') await this.#client.query('rollback').catch(() => undefined);
      end();
    }
  }

  /** Subscribes to a channel. @returns a function that ends the subscription */
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
