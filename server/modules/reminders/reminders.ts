import type { FastifyInstance } from 'fastify';
import { insertSelected } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { officeClock, weekBefore } from './office-clock.ts';
import type { ReminderDeps } from './reminder-deps.ts';
import { dueReminders, hasRun, missingProtocols, sweepRuns, takeRun } from './repository.ts';
import { sendWeeks } from './week/send-weeks.ts';

export interface Reminders {
  /**
   * Creates the reminders that are due by the calendar and delivers due notices. Repeating the call, also after an
   * interruption, sends nothing twice.
   */
  run(): Promise<void>;
}

/** Creates today's reminders in the lists only, as if already delivered: no mail and no push is sent. */
export async function listReminders(db: Db, now: Date, zone: string): Promise<void> {
  const { day } = officeClock(now, zone);
  await insertSelected(db, dueReminders(db, { day, now }, zone), { now, due: undefined });
  await takeRun(db, 'reminders', day, now);
  await takeRun(db, 'week', weekBefore(day, zone).monday, now);
}

/** Hour of the organization's day from which reminders are sent. */
const civilHour = 9;
/**
 * Last weekday on which summaries are sent: a server that was down on Monday sends them on Tuesday; later they are
 * useless.
 */
const lastSummaryDay = 2;

export function createReminders(deps: ReminderDeps): Reminders {
  const { database, clock, notices, officeZone } = deps;
  let running: Promise<void> | undefined;

  /** Creates all reminders of a day, one statement per kind, in the transaction that records the run. */
  async function remind(zone: string): Promise<void> {
    const now = clock();
    const { day, hour } = officeClock(now, zone);
    if (hour < civilHour || (await hasRun(database.db, 'reminders', day))) return;
    await database.db.transaction(async (tx: Db) => {
      if (!(await takeRun(tx, 'reminders', day, now))) return;
      const timing = { now, due: now };
      const ofTasks = await insertSelected(tx, dueReminders(tx, { day, now }, zone), timing);
      const ofMeetings = await insertSelected(tx, missingProtocols(now), timing);
      await notices.announce(tx, [...new Set([...ofTasks, ...ofMeetings])]);
    });
    await sweepRuns(database.db, now);
  }

  async function sumUp(zone: string): Promise<void> {
    const { hour, weekday } = officeClock(clock(), zone);
    if (hour >= civilHour && weekday <= lastSummaryDay) await sendWeeks(deps, zone);
  }

  /** Runs all parts; a part that fails does not prevent the others. */
  async function run(): Promise<void> {
    const zone = await officeZone(database.db);
    const errors: unknown[] = [];
    for (const part of [remind, sumUp, () => notices.deliver()]) {
      await part(zone).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
    if (errors.length > 0) throw errors[0];
  }

  return {
    run() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

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
