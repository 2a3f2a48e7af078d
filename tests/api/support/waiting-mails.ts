import { sql } from 'drizzle-orm';
import { until } from '#tests/support/processes.ts';
import type { TestApp } from './test-app.ts';

/**
 * Waits for `ask`, while each mail, or job of another queue, that waits for its next try is tried at once. The pause grows
 * with each refusal: how long it has become depends on how long the test took.
 * @param ask returns undefined as long as there is no answer
 * @param what named in the error
 */
export function untilRetried<T>(
  app: TestApp,
  ask: () => Promise<T | undefined> | T | undefined,
  what: string,
  queue = 'send-mail',
) {
  return until(async () => {
    await app.db.execute(
      sql`update jobs.job set start_after = now() where name = ${queue} and state = 'retry' and start_after > now()`,
    );
    return ask();
  }, what);
}

/** Drops the mails that wait to be sent, so that those of the next test do not wait behind them. */
export async function dropWaitingMails(app: TestApp): Promise<void> {
  await app.db.execute(sql`delete from jobs.job where name = 'send-mail' and state in ('created', 'retry')`);
}
