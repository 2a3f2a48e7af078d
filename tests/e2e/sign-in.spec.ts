import { expect, type Page } from '@playwright/test';
import { demoSecretary } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-page.ts';
import { countOf, noSession, storedSession, watchCalls } from '#tests/support/session-steps.ts';

/** Invalidates the access token, as when its quarter of an hour is over. */
async function spoilToken(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}x`));
}

test('a person signs in by the keyboard alone, after a wrong password said so under the form', async ({
  context,
  server,
}) => {
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);

  await page.keyboard.press('Tab');
  expect(await focused()).toBe('email');
  await page.keyboard.type(demoSecretary.email);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('password');
  await page.keyboard.type('не тот пароль');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Показать');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Войти');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Неверный e-mail или пароль');
  const [form, alert] = await Promise.all([
    page.getByRole('button', { name: 'Войти' }).boundingBox(),
    page.getByRole('alert').boundingBox(),
  ]);
  expect(alert?.y).toBeGreaterThan(form?.y ?? 0);
  await expect(page.getByLabel('E-mail')).toHaveValue(demoSecretary.email);

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('password');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(demoSecretary.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main\/home$/);
  const [token, role, userId] = await storedSession(page);
  expect([typeof token, role, typeof userId]).toEqual(['string', 'secretary', 'string']);
});

test('signing out signs out every tab at once', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  const other = await context.newPage();
  await other.goto(`${server.url}/main/protocols`);
  await expect(other.getByRole('heading', { name: 'Протоколы', level: 1 })).toBeVisible();
  const { calls } = watchCalls(context);

  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await storedSession(other)).toEqual(noSession);
  await expect.poll(() => countOf(calls, 'POST /logout')).toBe(1);
  // None of the cached data is left for the next person in this browser.
  const kept = () =>
    other.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('protokol-cache');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const counting = opening.result.transaction('queries').objectStore('queries').count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  await expect.poll(kept).toBe(0);
  await other.goto(`${server.url}/main/protocols`);
  await expect(other).toHaveURL(/\/login$/);
});

test('any number of 401s, in two tabs, is one refresh, and every call is sent again', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  const other = await context.newPage();
  // A page on which the app does not run, since the app would notice by itself.
  for (const tab of [page, other]) await tab.goto(`${server.url}/head.js`);
  await spoilToken(page);
  const { calls } = watchCalls(context);
  const refused = new Set<Page>();
  const bothRefused = Promise.withResolvers<void>();
  for (const tab of [page, other]) {
    tab.on('response', (response) => {
      if (response.status() === 401) refused.add(tab);
      if (refused.size === 2) bothRefused.resolve();
    });
  }
  // The new token is issued only once both tabs need it.
  await context.route('**/api/refresh', async (route) => {
    await bothRefused.promise;
    await route.continue();
  });
  await Promise.all([
    page.goto(`${server.url}/main/settings/users`),
    other.goto(`${server.url}/main/settings/keywords`),
  ]);
  await expect(page.getByText('manager@example.ru').first()).toBeVisible();
  await expect(other.getByText('бюджет').first()).toBeVisible();
  expect(refused.size).toBe(2);
  expect(countOf(calls, 'POST /refresh')).toBe(1);
  expect(countOf(calls, 'GET /users')).toBe(2);
  expect(countOf(calls, 'GET /keywords')).toBe(2);
  expect(await storedSession(page)).toEqual(await storedSession(other));
});

test('when the refresh gives no token every tab goes to the sign-in, and is told why', async ({ context, server }) => {
  const page = await signInAsSecretary(context, server.url);
  const other = await context.newPage();
  await other.goto(`${server.url}/main/settings`);
  await expect(other.getByRole('heading', { name: 'Настройки', level: 1 })).toBeVisible();
  await context.clearCookies();
  await spoilToken(page);
  // If another call was refused before, the link is gone already, and the outcome must be the same.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/main/settings"]')?.click());
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Сессия закончилась')).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Сессия закончилась')).toBeVisible();
  expect(await storedSession(other)).toEqual(noSession);
});

test('on an unknown address «Назад» leads to the screen before, and to the first screen where there is none', async ({
  context,
  server,
}) => {
  const page = await signInAsSecretary(context, server.url);
  const goBack = async (tab: Page) => {
    await expect(tab.getByRole('heading', { name: 'Упс ... Такой страницы нет', exact: true })).toBeVisible();
    await tab.getByRole('button', { name: 'Назад' }).click();
  };
  await page.goto(`${server.url}/main/protocols`);
  await page.goto(`${server.url}/main/nowhere`);
  await goBack(page);
  await expect(page).toHaveURL(/\/main\/protocols$/);

  const direct = await context.newPage();
  await direct.goto(`${server.url}/nowhere`);
  await goBack(direct);
  await expect(direct).toHaveURL(/\/main\/home$/);
});

test('going back restores the scroll position, the address of the list and the focus', { tag: '@long' }, async ({
  context,
  server,
}) => {
  const page = await signInAsSecretary(context, server.url);
  await page.setViewportSize({ width: 1024, height: 400 });
  await page.goto(`${server.url}/main/protocols`);
  // The link of the title, not that of a figure beside it.
  const last = page.getByRole('table').locator('a:not([href*="?"])').last();
  await last.scrollIntoViewIfNeeded();
  const title = (await last.textContent()) ?? '';
  const href = await last.getAttribute('href');
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('table').locator(`a[href="${href}"]`)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test('if the sign-in code cannot be fetched the form says so, keeps what was typed, and a retry works', {
  tag: '@long',
}, async ({ context, server }) => {
  const page = await context.newPage();
  await page.route('**/assets/sign-in-*.js', (route) => route.abort());
  await page.goto(`${server.url}/login`);
  await page.getByLabel('E-mail').fill(demoSecretary.email);
  await page.getByLabel('Пароль', { exact: true }).fill(demoSecretary.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByRole('alert')).toHaveText('Нет подключения. Проверьте сеть и повторите.');
  await expect(page.getByLabel('E-mail')).toHaveValue(demoSecretary.email);
  await page.unroute('**/assets/sign-in-*.js');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/main\/home$/);
});

test('a pending logout ends its own session, not that of whoever signed in since', { tag: '@long' }, async ({
  context,
  server,
}) => {
  const page = await signInAsSecretary(context, server.url);
  const [token] = await storedSession(page);
  // Only the logout fails to connect.
  await context.route('**/api/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('E-mail').fill('manager@example.ru');
  await page.getByLabel('Пароль', { exact: true }).fill(demoSecretary.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/main\/secretaries$/);
  await context.unroute('**/api/logout');
  const { calls } = watchCalls(context);
  await page.reload();
  await expect.poll(() => countOf(calls, 'POST /logout')).toBe(1);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
  const answer = await fetch(`${server.url}/api/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  const [, role] = await storedSession(page);
  expect(role).toBe('manager');
  // The next person's cookie can still be used for a refresh.
  const refreshed = await page.evaluate(async () => (await fetch('/api/refresh', { method: 'POST' })).status);
  expect(refreshed).toBe(200);
});
