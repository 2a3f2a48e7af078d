import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { plainFinalDays, plainPeriod } from '#tests/api/support/plain-statistics.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { openAs } from '#tests/support/session-steps.ts';

const manager = { email: 'manager@example.ru', password: 'protokol' };

/** Removes the trailing zeros that align the figures of a column. */
const bare = (figure: string) => figure.replace(/,0+$/, '').replace(/(,\d*[1-9])0+$/, '$1');

/** Returns the rows of a table without its head, once they have loaded. */
async function rowsOf(table: Locator): Promise<string[][]> {
  await expect(table).toBeVisible();
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')));
  return cells.map((row) => row.map(bare));
}

const tableOf = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
/** Formats a number as the screen does. */
const shown = (value: unknown) => (value === null ? '—' : String(value).replace('.', ','));

async function openCharts(context: BrowserContext, query = ''): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/main/secretaries?view=charts${query}`);
  await expect(tableOf(page, 'Загрузка по дням недели')).toBeVisible();
  await expect(tableOf(page, 'Просроченные поручения')).toBeVisible();
  return page;
}

test('the charts of a period match plain SQL on the database', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-e2e-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const { data: me } = await getJson<{ data: { id: string } }>(server.url, await signIn(server.url, manager), '/me');
  const context = await openAs(browser, server.url, 'manager');
  const now = new Date();
  const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const page = await openCharts(context, `&period=own&from=${day(-200)}&to=${day(100)}`);
  const read = {
    overdue: await rowsOf(tableOf(page, 'Просроченные поручения')),
    finals: await rowsOf(tableOf(page, 'От встречи до итогового протокола')),
    medians: await rowsOf(tableOf(page, 'Срок по секретарям')),
    weekdays: await rowsOf(tableOf(page, 'Загрузка по дням недели')),
    bars: await page.getByRole('img', { name: /Доля просроченных/ }).textContent(),
  };
  await context.close();
  await server.stop();

  const database = await openDatabase({ url: undefined, folder: join(folder, 'data', 'db') });
  const span = { from: new Date(`${day(-200)}T00:00:00+03:00`), to: new Date(`${day(101)}T00:00:00+03:00`) };
  const plain = await plainPeriod(database.db, me.id, span, now);
  const days = await plainFinalDays(database.db, me.id, span);
  await database.close();
  await rm(folder, { recursive: true, force: true });

  const sum = (name: string) => plain.reduce((total, row) => total + Number(row[name]), 0);
  const share = (part: unknown, whole: unknown) =>
    Number(whole) > 0 ? shown(Math.round((Number(part) / Number(whole)) * 1000) / 10) : '—';
  const row = (name: unknown, { due_tasks, done_tasks, overdue_tasks }: Record<string, unknown>) => [
    String(name),
    ...[due_tasks, done_tasks, overdue_tasks].map(shown),
    share(overdue_tasks, due_tasks),
  ];
  const all = { due_tasks: sum('due_tasks'), done_tasks: sum('done_tasks'), overdue_tasks: sum('overdue_tasks') };
  expect(all.overdue_tasks, 'nothing overdue proves nothing').toBeGreaterThan(0);
  expect(read.overdue[0]).toEqual(row('Все секретари', all));
  expect(read.overdue.slice(1).sort()).toEqual(plain.map((each) => row(each.name, each)).sort());
  const [, bar = ''] = /Все секретари([\d,]+)\u00A0%/.exec(read.bars ?? '') ?? [];
  expect(bare(bar)).toBe(share(all.overdue_tasks, all.due_tasks));
  const took = (from: number, to: number) =>
    days.reduce((total, row) => {
      const within = !row.undated && Number(row.days) >= from && Number(row.days) <= to;
      return within ? total + Number(row.protocols) : total;
    }, 0);
  expect(took(0, Number.MAX_SAFE_INTEGER), 'nothing final proves nothing').toBeGreaterThan(0);
  expect(read.finals.slice(0, 5).map(([, protocols]) => protocols)).toEqual(
    [took(0, 0), took(1, 2), took(3, 5), took(6, 10), took(11, Number.MAX_SAFE_INTEGER)].map(shown),
  );
  expect(read.medians.sort()).toEqual(
    plain
      .filter(({ final_protocols }) => Number(final_protocols) > 0)
      .map(({ name, final_protocols, median_days }) => [String(name), shown(final_protocols), shown(median_days)])
      .sort(),
  );
  expect(read.weekdays.reduce((total, [, meetings]) => total + Number(meetings), 0)).toBe(sum('meetings'));
});

test('a manager sorts the list, downloads it as CSV and sees its print layout', async ({ page, server, trouble }) => {
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(manager.email);
  await page.getByLabel('Пароль', { exact: true }).fill(manager.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  const table = page.getByRole('table', { name: 'Секретари' });
  const head = table.getByRole('columnheader', { name: 'Поручения' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/[?&]sort=tasks/);
  await expect(head.getByRole('button')).toBeFocused();
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const rows = await rowsOf(table);
  const tasks = rows.map((row) => Number.parseInt(row[4] ?? '', 10));
  expect(tasks).toEqual([...tasks].sort((a, b) => b - a));

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать CSV: Секретари' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Секретари, \d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [heads, ...lines] = text.split('\r\n');
  expect(heads).toBe('\uFEFFИмя;Встречи;Протоколы;Итоговые;Поручения;Выполнено;Просрочено');
  expect(lines.slice(0, -1).map((line) => line.split(';')[4])).toEqual(tasks.map(String));

  await page.emulateMedia({ media: 'print' });
  await expect(table).toBeVisible();
  await expect(page.getByText(/^По данным на \d/)).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(7);
  await expect(page.getByRole('searchbox')).toBeHidden();
  // At the width of a printed page: the table stays a table, and its head is repeated on each page.
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(table.locator('thead')).toHaveCSS('display', 'table-header-group');
  await expect(head).toBeVisible();
  await expect(table.locator('tbody tr').first()).toHaveCSS('display', 'table-row');
  expect(trouble).toEqual([]);
});

test('the days of a custom period can be typed without pauses', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'manager');
  const page = await openCharts(context, '&period=own&from=2026-01-01&to=2026-12-31');
  const from = page.getByRole('group', { name: 'С', exact: true }).getByRole('spinbutton');
  await from.first().focus();
  await page.keyboard.type('05022026');
  await expect(page).toHaveURL(/from=2026-02-05&to=2026-12-31/);
  await expect(from).toHaveText(['05', '02', '2026']);
  await context.close();
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a period that was opened stays, another one loads once the connection is back', async ({ browser, server }) => {
    const proxy = await FaultProxy.start(server.port);
    const context = await openAs(browser, proxy.url, 'manager');
    const page = await openCharts(context);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await untilKept(page, 'manager-statistics', 'final_days');
    await untilKept(page, 'statistics', '');
    const before = await rowsOf(tableOf(page, 'Загрузка по дням недели'));
    proxy.cut();
    await page.reload();
    await expect(page.getByText(/Нет подключения\.\s*Показаны данные от \d/)).toBeVisible();
    expect(await rowsOf(tableOf(page, 'Загрузка по дням недели'))).toEqual(before);
    await expect(tableOf(page, 'Просроченные поручения')).toBeVisible();
    await page.getByRole('button', { name: 'Год', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Этого нет на устройстве' })).toHaveCount(2);
    proxy.restore();
    await expect(tableOf(page, 'Просроченные поручения')).toBeVisible();
    await expect(tableOf(page, 'Загрузка по дням недели')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Этого нет на устройстве' })).toHaveCount(0);
    await context.close();
    await proxy.stop();
  });
});
