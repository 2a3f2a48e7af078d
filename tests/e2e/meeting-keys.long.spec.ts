import { expect, type Page } from '@playwright/test';
import { createMeeting, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { closeByEscape } from '#tests/support/by-keys.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';

interface Row {
  title: string;
  start_at: string;
  end_at: string;
}

const meeting = (page: Page, title: string) => page.getByRole('grid').getByRole('button', { name: title });
const said = (page: Page, words: string) => expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);

/** Fetches the meetings of a month without demo data, in the server's format. */
async function times(url: string, month: string): Promise<string[]> {
  const path = `/meetings?start_date_at=${month}-01&end_date_at=${month}-28`;
  const { data } = await getJson<{ data: Row[] }>(url, await signIn(url), path);
  return data.map(({ title, start_at, end_at }) => `${title} ${start_at.slice(0, 16)} ${end_at.slice(0, 16)}`);
}

/** Opens the calendar and enters it by Tab, onto its only tab stop. */
async function enterCalendar(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const stops = page.getByRole('grid').locator('[tabindex="0"]');
  await expect(stops).toHaveCount(1);
  await page.getByRole('link', { name: 'Список' }).focus();
  await page.keyboard.press('Tab');
  await expect(stops).toBeFocused();
}

test('in a month the keys reach days and meetings, and move meetings', async ({ page, server, trouble }) => {
  const token = await signIn(server.url);
  for (const [title, hour] of [
    ['Совет', 10],
    ['Отчёт', 12],
  ] as const) {
    const at = (each: number) => `2032-02-11T${each}:00:00+03:00`;
    await createMeeting(server.url, token, { title, start_at: at(hour), end_at: at(hour + 1) });
  }
  await signInAsSecretary(page.context(), server.url);
  await enterCalendar(page, `${server.url}/main/meetings?view=month&date=2032-02-10`);
  await expect(meeting(page, 'Совет')).toBeVisible();

  await test.step('among days and meetings', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('gridcell', { name: /^среда, 11 февраля, 2.встречи$/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(meeting(page, 'Совет')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(meeting(page, 'Отчёт')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('gridcell', { name: /^среда, 18 февраля/ })).toBeFocused();
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('heading', { name: 'Март 2032' })).toBeVisible();
    await expect(page.getByRole('gridcell', { name: /^четверг, 18 марта/ })).toBeFocused();
    await page.keyboard.press('PageUp');
    await expect(page.getByRole('gridcell', { name: /^среда, 18 февраля/ })).toBeFocused();
    await expect(meeting(page, 'Отчёт')).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await expect(meeting(page, 'Отчёт')).toBeFocused();
  });

  await test.step('moved and made longer, the focus stays on it', async () => {
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await said(page, 'Встреча «Отчёт» теперь 20 февраля 2032 г., 12:00–13:30');
    await expect(meeting(page, 'Отчёт')).toBeFocused();
    await expect.poll(() => times(server.url, '2032-02')).toContain('Отчёт 2032-02-20T09:00 2032-02-20T10:30');
  });

  await test.step('beyond the month, and back by the same keys', async () => {
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('heading', { name: 'Март 2032' })).toBeVisible();
    await expect(meeting(page, 'Отчёт')).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('heading', { name: 'Февраль 2032' })).toBeVisible();
    await expect(meeting(page, 'Отчёт')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('20 февраля 2032 г., 12:00–13:30')).toBeVisible();
    await closeByEscape(page.getByRole('dialog'));
    await expect(meeting(page, 'Отчёт')).toBeFocused();
  });

  await test.step('a new one on the day that the keys came to, and the keys in the help', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
    // Invisible isolation characters separate the time in a field from the text around it.
    await expect(dialog.getByRole('group', { name: 'Начало' })).toContainText(/16\.02\.2032, .?10:00/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('gridcell', { name: /^понедельник, 16 февраля/ })).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText('Перенести встречу на день')).toBeVisible();
  });
  expect(trouble).toEqual([]);
});

test('offline in a week a meeting moves by half hours over midnight, and is one unsent mutation', async ({
  page,
  server,
  trouble,
}) => {
  const proxy = await FaultProxy.start(server.port);
  const at = (hour: number) => `2032-04-14T${hour}:00:00+03:00`;
  const token = await signIn(server.url);
  await createMeeting(server.url, token, { title: 'Обход', start_at: at(22), end_at: at(23) });
  await signInAsSecretary(page.context(), proxy.url);
  await enterCalendar(page, `${proxy.url}/main/meetings?view=week&date=2032-04-14`);
  await expect(meeting(page, 'Обход')).toBeAttached();

  await page.keyboard.press('ArrowDown');
  await said(page, '10:30');
  await expect(page.getByRole('gridcell', { name: /^среда, 14 апреля, 10:30/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const start = page.getByRole('dialog', { name: 'Новая встреча' }).getByRole('group', { name: 'Начало' });
  await expect(start).toContainText(/15\.04\.2032, .?10:30/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: /^четверг, 15 апреля, 10:30/ })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  for (let slot = 21; slot <= 44; slot += 1) await page.keyboard.press('ArrowDown');
  await expect(meeting(page, 'Обход')).toBeFocused();

  proxy.cut();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+Shift+ArrowDown');
  await said(page, 'Встреча «Обход» теперь 14 апреля 2032 г., 22:00 – 15 апреля 2032 г., 00:30');
  await expect(meeting(page, 'ожидает отправки').first()).toBeVisible();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Alt+ArrowDown');
  await said(page, 'Встреча «Обход» теперь 15 апреля 2032 г., 00:00–02:30');
  await expect(meeting(page, 'Обход')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await said(page, 'Встреча «Обход» теперь 14 апреля 2032 г., 00:00–02:30');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('14 апреля 2032 г., 00:00–02:30')).toBeVisible();
  await closeByEscape(page.getByRole('dialog'));
  const queue = page.getByRole('button', { name: /Открыть очередь отправки$/ });
  await expect(queue).toContainText('1');

  proxy.restore();
  await expect.poll(() => times(server.url, '2032-04')).toEqual(['Обход 2032-04-13T21:00 2032-04-13T23:30']);
  await expect(meeting(page, 'ожидает отправки')).toHaveCount(0);
  expect(trouble).toEqual([]);
});
