import { expect } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

test('the draft of a new protocol is restored after a crash of its page, offline too', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols/add`);
  await expect(page.getByLabel('Название')).toBeVisible();
  await context.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Название').fill('Совещание, которое прервали');
  await page.getByRole('button', { name: 'Добавить вопрос' }).click();
  await page.getByRole('textbox', { name: 'Вопрос 1' }).fill('О восстановлении');
  await expect(page.getByText(/^Черновик сохранён/)).toBeVisible();
  // Another tab has a draft of its own, and this one finds its own draft again after a reload.
  const beside = await context.newPage();
  await beside.goto(`${server.url}/main/protocols/add`);
  await expect(beside.getByLabel('Название')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Название')).toHaveValue('Совещание, которое прервали');
  await beside.close();
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // The command is never answered: the page is dead.
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;

  const again = await context.newPage();
  await again.goto(`${server.url}/main/protocols/add`);
  await expect(again.getByText('Здесь ваш черновик.')).toBeVisible();
  await expect(again.getByLabel('Название')).toHaveValue('Совещание, которое прервали');
  await expect(again.getByRole('textbox', { name: 'Вопрос 1' })).toHaveValue('О восстановлении');
});

test('the list keeps its place over back and reload, and takes any address', { tag: '@long' }, async ({
  context,
  server,
  trouble,
}) => {
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/protocols`);
  await page.getByRole('link', { name: 'Страница 2' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/protocols\/[^/?]+$/);
  await page.goBack();
  await expect(page).toHaveURL(/\?page=2$/);
  await page.getByRole('combobox', { name: 'Стадия' }).selectOption('finish');
  await expect(page).toHaveURL(/\?stage=finish$/);
  await page.getByRole('searchbox').fill('закупке');
  await expect(page).toHaveURL(/search=.*stage=finish/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('закупке');
  await expect(page.getByRole('combobox', { name: 'Стадия' })).toHaveValue('finish');

  for (const query of ['page=0', 'page=-1', 'page=abc', 'page=1.5', 'stage=unknown', 'page=1e99']) {
    await page.goto(`${server.url}/main/protocols?${query}`);
    await expect(page.getByRole('row').nth(15)).toBeVisible();
  }
  await page.goto(`${server.url}/main/protocols?page=99999`);
  await page.getByRole('link', { name: 'К первой странице' }).click();
  await expect(page.getByRole('row').nth(15)).toBeVisible();
  await page.goto(`${server.url}/main/protocols?search=${'z'.repeat(10_000)}`);
  await page.getByRole('link', { name: 'Показать все протоколы' }).click();
  await expect(page.getByRole('row').nth(15)).toBeVisible();
  expect(trouble).toEqual([]);
});
