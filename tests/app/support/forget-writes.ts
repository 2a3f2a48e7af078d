import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';

/** Discards the unsent mutations of a test, and restores the connection for the next one. */
export async function forgetWrites(): Promise<void> {
  for (const { id } of outbox.list()) await outbox.discard(id);
  connectivity.reportSuccess();
}
