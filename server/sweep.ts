import type { FastifyInstance } from 'fastify';
import { sweepPasswordLinks, sweepSessions } from '#server/modules/identity/index.ts';
import { prolongSeries } from '#server/modules/meetings/index.ts';
import { sweepDevices, sweepNotices } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { sweepIdempotencyKeys } from '#server/platform/idempotency/index.ts';
import { sweepAttemptCounts } from '#server/platform/limits/index.ts';
import { sweepMails } from '#server/platform/mail/index.ts';

const everyMs = 24 * 3600 * 1000;
/** Longer than an unsent write is kept on a device. */
const keptMs = 90 * 24 * 3600 * 1000;

/** Deletes outdated rows, and makes the next meetings of series without an end, at the start and once a day. */
export function registerSweep(app: FastifyInstance, { db, clock }: { db: Db; clock: () => Date }): void {
  const sweep = async () => {
    await sweepSessions(db, clock());
    await sweepPasswordLinks(db, clock());
    await sweepMails(db, clock());
    await sweepAttemptCounts(db, clock());
    await sweepDevices(db, clock());
    await sweepNotices(db, clock());
    await sweepIdempotencyKeys(db, new Date(clock().getTime() - keptMs));
    // Last: it is the one that may have much to do.
    await prolongSeries(db, clock(), (error, id) => app.log.error({ err: error, series: id }, 'prolong'));
  };
  const run = () => void sweep().catch((error: unknown) => app.log.error({ err: error }, 'sweep'));
  const timer = setInterval(run, everyMs);
  timer.unref();
  app.addHook('onReady', async () => run());
  app.addHook('onClose', async () => clearInterval(timer));
}
