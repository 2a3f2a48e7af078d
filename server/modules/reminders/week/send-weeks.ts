import { surnameFirst } from '#contract/text/person-name.ts';
import { dayWords } from '#contract/text/plain-day-words.ts';
import type { Db } from '#server/platform/db/index.ts';
import { linkLines, type Mail, mailPage } from '#server/platform/mail/index.ts';
import { officeClock, weekBefore } from '../office-clock.ts';
import type { ReminderDeps } from '../reminder-deps.ts';
import { hasRun, takeRun } from '../repository.ts';
import {
  figuresOfWeek,
  isAnybodyLeft,
  type Manager,
  noteMails,
  takeManagers,
  type Week,
  type WeekFigures,
} from './week-repository.ts';

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

type Sums = Pick<WeekFigures, 'meetings' | 'missing' | 'final_protocols' | 'due' | 'done' | 'overdue'>;
type Line = { text: string; href?: string | undefined };

const figureNames = ['meetings', 'missing', 'final_protocols', 'due', 'done', 'overdue'] as const;
const noBreak = '\u00A0';

/** Returns whether a week has anything to report. */
function isEventful(rows: readonly WeekFigures[]): boolean {
  return rows.some(({ meetings, final_protocols, due, overdue }) => meetings + final_protocols + due + overdue > 0);
}

/** Returns the mail about a manager's secretaries in a week; every figure links to what it counts. */
function weekMail(manager: Manager, rows: readonly WeekFigures[], week: Week, appUrl: string): Mail {
  const span = weekWords(week);
  const name = manager.name.trim();
  const sums = Object.fromEntries(
    figureNames.map((each) => [each, rows.reduce((sum, row) => sum + row[each], 0)]),
  ) as Sums;
  const own = rows.map((row) => [{ text: surnameFirst(row.name) }, ...digestLines(row, week, appUrl, row.id)]);
  const total: Line[][] = rows.length > 1 ? [[{ text: 'Всего' }, ...digestLines(sums, week, appUrl)]] : [];
  const body: Parameters<typeof mailPage>[0]['body'] = [
    name ? `Здравствуйте, ${name}!` : 'Здравствуйте!',
    `Неделя ${span} у ${rows.length === 1 ? 'вашего секретаря' : 'ваших секретарей'}.`,
    ...[...total, ...own].map(linkLines),
    `Отказаться от этой сводки можно в настройках: ${appUrl}/main/settings?tab=notices`,
  ];
  const subject = `Сводка за неделю ${span}`;
  return { to: manager.email, subject, ...mailPage({ title: subject, body }) };
}

function digestLines(figures: Sums, week: Week, appUrl: string, secretary?: string): Line[] {
  const days = { since: week.monday, until: week.sunday };
  const to = (query: Record<string, string>) =>
    `${appUrl}/main/secretaries?${new URLSearchParams({ ...query, ...(secretary && { secretary }), ...('status' in query && query.status === 'overdue' ? {} : days) })}`;
  const line = (text: string, figure: number, query: Record<string, string>): Line => {
    return { text: `${text}:${noBreak}${figure}`, href: figure > 0 ? to(query) : undefined };
  };
  const missing = line('Из них без протокола', figures.missing, { view: 'meetings', only: 'unrecorded' });
  const done = line('Из них исполнено', figures.done, { view: 'tasks', status: 'done' });
  return [
    line('Встреч', figures.meetings, { view: 'meetings' }),
    ...(figures.missing > 0 ? [missing] : []),
    line('Итоговых протоколов', figures.final_protocols, { view: 'protocols', stage: 'final' }),
    line('Поручений со сроком за эту неделю', figures.due, { view: 'tasks' }),
    ...(figures.due > 0 ? [done] : []),
    line('Просрочено сейчас', figures.overdue, { view: 'tasks', status: 'overdue' }),
  ];
}

/** Formats a week: «16–22 ноября», across months «30 ноября – 6 декабря». */
function weekWords({ monday, sunday }: Pick<Week, 'monday' | 'sunday'>): string {
  const [from, to] = [dayWords(monday, sunday), dayWords(sunday, sunday)];
  const isOneMonth = monday.slice(0, 7) === sunday.slice(0, 7);
  return isOneMonth ? `${Number(monday.slice(8))}–${to}` : `${from} – ${to}`;
}
