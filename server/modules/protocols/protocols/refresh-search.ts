import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/db/index.ts';
import { refreshProtocolSearch } from '#server/schema/derived/protocol-search.ts';

const everyMinute = 60_000;

/**
 * Refreshes the search columns written by another version of the app: at the start and at intervals, since a server of
 * that version may run at the same time.
 */
export function registerSearchRefresh(app: FastifyInstance, database: Database, everyMs = everyMinute): void {
  const closing = new AbortController();
  let refreshing: Promise<void> | undefined;
  const refresh = () => {
    refreshing ??= refreshProtocolSearch(database, closing.signal)
      .catch((error: unknown) => app.log.error({ err: error }, 'search'))
      .finally(() => {
        refreshing = undefined;
      });
  };
  const timer = setInterval(refresh, everyMs);
  timer.unref();
  app.addHook('onReady', async () => refresh());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    closing.abort();
    await refreshing;
  });
}
