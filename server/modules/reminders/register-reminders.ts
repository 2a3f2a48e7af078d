import type { FastifyInstance } from 'fastify';
import type { Reminders } from './reminders.ts';

const everyMs = 60_000;

/** Checks for due reminders every minute while the server runs. */
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
