import type { FastifyInstance } from 'fastify';
import type { Reminders } from './reminders.ts';

const everyMs = 60_000;

/** Looks at the clock of the organization every minute, for as long as the server runs. */
export function registerReminders(app: FastifyInstance, reminders: Reminders): void {
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = reminders.run().catch((error: unknown) => app.log.error({ err: error }, 'reminders'));
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await last;
  });
}
