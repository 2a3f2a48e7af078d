import { insertSelected } from '#server/modules/notices/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { dueReminders, missingProtocols } from './due-repository.ts';
import { officeClock, weekBefore } from './office-clock.ts';
import type { ReminderDeps } from './reminder-deps.ts';
import { hasRun, sweepRuns, takeRun } from './run-repository.ts';
import { sendWeeks } from './week/send-weeks.ts';

export interface Reminders {
  /** Tells what the calendar says by now, and sends what is due. Made twice, or broken off and made again, it tells all once. */
  run(): Promise<void>;
}

/** Fills the lists with the reminders of today, which counts as done: no mail and no push leaves. */
export async function listReminders(db: Db, now: Date, zone: string): Promise<void> {
  const { day } = officeClock(now, zone);
  await insertSelected(db, dueReminders(db, { day }, zone), { now, due: undefined });
  await takeRun(db, 'reminders', day, now);
  await takeRun(db, 'week', weekBefore(day, zone).monday, now);
}

/** The hour of the organization in which people are reminded. */
const civilHour = 9;
/** A server that was away on Monday sends the summaries on Tuesday; later they are of no use. */
const lastSummaryDay = 2;

export function createReminders(deps: ReminderDeps): Reminders {
  const { database, clock, notices, officeZone } = deps;
  let running: Promise<void> | undefined;

  /** All reminders of a day in one statement each, in the transaction that notes that they are made. */
  async function remind(zone: string): Promise<void> {
    const now = clock();
    const { day, hour } = officeClock(now, zone);
    if (hour < civilHour || (await hasRun(database.db, 'reminders', day))) return;
    await database.db.transaction(async (tx: Db) => {
      if (!(await takeRun(tx, 'reminders', day, now))) return;
      const timing = { now, due: now };
      const ofTasks = await insertSelected(tx, dueReminders(tx, { day }, zone), timing);
      const ofMeetings = await insertSelected(tx, missingProtocols(now), timing);
      await notices.announce(tx, [...new Set([...ofTasks, ...ofMeetings])]);
    });
    await sweepRuns(database.db, now);
  }

  async function sumUp(zone: string): Promise<void> {
    const { hour, weekday } = officeClock(clock(), zone);
    if (hour >= civilHour && weekday <= lastSummaryDay) await sendWeeks(deps, zone);
  }

  /** What fails of it keeps nothing else from being told. */
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
