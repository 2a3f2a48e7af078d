import { expect, type Locator } from '@playwright/test';
import { createTask, getJson, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';
import { openAs } from '#tests/support/session-steps.ts';

const manager = { email: 'manager@example.ru', password: 'protokol' };

test('a manager gets from the overdue figure to the second of the recording in three clicks, and back to the list', async ({
  browser,
  server,
}) => {
  const { id, token } = await recordedProtocol(server.url);
  const { data: protocol } = await getJson<{ data: { title: string; agenda: { id: string }[] } }>(
    server.url,
    token,
    `/protocols/${id}`,
  );
  const title = 'Сверить счета подрядчика';
  const fields = { title, due_at: '2020-03-02', agenda_id: protocol.agenda[0]?.id, evidence: { start: 31 } };
  await createTask(server.url, token, id, fields);
  // A task of the same protocol that precedes the other in the list: the newest comes first.
  await createTask(server.url, token, id, { ...fields, title: 'Закрыть счета подрядчика' });
  const { data: totals } = await getJson<{ data: { overdue_tasks: number } }>(
    server.url,
    await signIn(server.url, manager),
    '/stats/manager/all',
  );

  const context = await openAs(browser, server.url, 'manager');
  const page = await context.newPage();
  await page.goto('/main/secretaries');
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await click(page.getByRole('region', { name: 'Всего' }).getByRole('link', { name: /просрочено/ }));
  await expect(page.getByText(`Поручений: ${totals.overdue_tasks}`)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: title });
  await click(row.getByRole('link', { name: title, exact: true }));
  const reader = page.getByRole('region', { name: protocol.title });
  const assignment = reader.locator('[data-assignment]').filter({ hasText: title });
  await expect(assignment).toBeFocused();
  await expect(assignment).toBeInViewport({ ratio: 1 });
  await click(assignment.getByRole('button', { name: 'Показать запись с 0:31' }));
  await expect
    .poll(() => reader.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThanOrEqual(31);
  expect(clicks).toBeLessThanOrEqual(3);
  await expect(
    reader.getByRole('button', { name: /Изменить|Удалить|Завершить|Добавить|Исправить|Отправить/ }),
  ).toHaveCount(0);
  await expect(
    reader.locator('input:not([type="search"], [type="range"]), textarea, [contenteditable="true"]'),
  ).toHaveCount(0);

  // A double click, with the row's own time stamp; the address is that of the second click.
  await page.keyboard.press('Escape');
  await expect(reader).toHaveCount(0);
  await expect(page).toHaveURL(/view=tasks&status=overdue$/);
  await expect(row.getByRole('link', { name: title, exact: true })).toBeFocused();
  await expect(row).toBeInViewport();
  const moment = row.getByRole('link', { name: `Показать запись с 0:31: ${title}` });
  await moment.click();
  await expect(page).toHaveURL(/t=31/);
  await expect
    .poll(() => reader.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThanOrEqual(31);

  // On a tablet the protocol replaces the list, which has its former scroll position on return.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(row).toBeHidden();
  await reader.getByRole('button', { name: 'Назад', exact: true }).click();
  await expect(row).toBeInViewport();
  await expect(moment).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/main\/secretaries$/);
  await context.close();
});
