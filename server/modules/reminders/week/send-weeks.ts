import type { Db } from '#server/platform/db/index.ts';
import { officeClock, weekBefore } from '../office-clock.ts';
import type { ReminderDeps } from '../reminder-deps.ts';
import { hasRun, takeRun } from '../run-repository.ts';
import { isEventful, weekMail } from './week-mail.ts';
import { figuresOfWeek, isAnybodyLeft, noteMails, takeManagers, type Week } from './week-repository.ts';

const managersAtOnce = 250;

/**
 * Sends every manager the summary of the previous week. Managers are taken in batches; each batch is one transaction
 * with its records and its mail jobs, so that an interrupted run continues where it stopped.
 */
export async function sendWeeks(deps: ReminderDeps, zone: string): Promise<void> {
  const { database, clock } = deps;
  const week = weekBefore(officeClock(clock(), zone).day, zone);
  if (await hasRun(database.db, 'week', week.monday)) return;
  while (await isAnybodyLeft(database.db, week.monday)) {
    await database.db.transaction((tx) => sendSome(deps, tx, week));
  }
  await takeRun(database.db, 'week', week.monday, clock());
}

async function sendSome({ mailer, address, clock }: ReminderDeps, tx: Db, week: Week): Promise<void> {
  const now = clock();
  const managers = await takeManagers(tx, week.monday, now, managersAtOnce);
  if (managers.length === 0) return;
  const ids = managers.map(({ id }) => id);
  const byManager = Map.groupBy(await figuresOfWeek(tx, ids, week, now), (row) => row.manager_id);
  const eventful = managers.filter(({ id }) => isEventful(byManager.get(id) ?? []));
  const mails = eventful.map((manager) => {
    const reader = { id: manager.id, role: 'manager' };
    return { ...weekMail(manager, byManager.get(manager.id) ?? [], week, address.url()), reader };
  });
  const posted = await mailer.postAll(tx, mails);
  const notes = eventful.flatMap(({ id: manager }, place) => {
    const mail = posted[place];
    return mail ? [{ manager, mail }] : [];
  });
  await noteMails(tx, week.monday, notes);
}
