import { expect } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';

test('a part that an update took away is loaded anew by one reload, never in a circle', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  const parts = '**/assets/keywords-screen-*.js';
  await page.goto(`${server.url}/main/settings`);
  await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }));
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/keywords-screen-/.test(request.url())) asked.push(request.url());
  });
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Нет подключения к интернету' });
  await expect.poll(() => loads).toBe(1);
  await expect(heading).toBeVisible();
  const afterOne = asked.length;

  await page.unroute(parts);
  await page.getByText('Технические подробности').click();
  await expect(page.getByText(/dynamically imported module/)).toBeVisible();
  expect([loads, asked.length]).toEqual([1, afterOne]);
  await page.getByRole('button', { name: 'Обновить страницу' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ключевые слова' })).toBeVisible();
});

test('a screen that cannot load offline is drawn automatically when the connection returns', { tag: '@long' }, async ({
  context,
  server,
}) => {
  const page = await signInAsSecretary(context, server.url);
  await page.goto(`${server.url}/main/settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
  // Everything that this screen fetches has loaded: otherwise its own requests would be blocked.
  await expect(page.getByLabel('Фамилия, имя, отчество')).toBeVisible();
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Ключевые слова' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Нет подключения к интернету' })).toBeFocused();
  await page.unroute('**/*');
  await expect(page.getByRole('heading', { level: 1, name: 'Ключевые слова' })).toBeVisible();
});
