import { connectivity } from '#src/sync/page/connectivity.ts';
import { outbox } from '#src/sync/page/outbox.ts';

/** What a test left unsent is not there for the next one, and the connection is back. */
export async function forgetWrites(): Promise<void> {
  for (const { id } of outbox.list()) await outbox.discard(id);
  connectivity.reportSuccess();
}
