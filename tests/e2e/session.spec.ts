import { expect, type Page } from '@playwright/test';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { isLong } from '#tests/support/level.ts';
import { countOf, noSession, storedSession, watchCalls } from '#tests/support/session-steps.ts';

/** Waits for the service worker: from then on the app opens offline. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

const leave = (page: Page) => page.getByRole('button', { name: 'Выйти' }).click();

test('with a stored session the app opens offline, at any address', async ({ stand }) => {
  const { proxy, browser } = stand;
  const context = await browser.start();
  const page = await signInAsSecretary(context, proxy.url);
  await page.getByRole('link', { name: 'Протоколы' }).first().click();
  const row = page.getByRole('table').getByRole('link').first();
  await expect(row).toBeVisible();
  const title = await row.textContent();
  await untilInstalled(page);
  await untilKept(page, 'protocols', title ?? '');
  await page.close();
  proxy.cut();
  const again = await context.newPage();
  await again.goto(`${proxy.url}/main/protocols`);
  await expect(again.getByRole('link', { name: title ?? '' }).first()).toBeVisible();
  await expect(again.getByText('Вы офлайн. Изменения сохраняются на устройстве')).toBeVisible();
  proxy.restore();
  await expect(again.getByText('Подключение восстановлено')).toBeVisible();
});

// pending-logouts.test.ts tests the pending logouts; this test adds a killed browser.
if (isLong)
  test('a logout made offline is logged, stays pending, and is sent when the connection returns', async ({ stand }) => {
    const { server, proxy, browser } = stand;
    const context = await browser.start();
    const page = await signInAsSecretary(context, proxy.url);
    await untilInstalled(page);
    const [token] = await storedSession(page);
    const asToken = { Authorization: `Bearer ${token}` };
    const isAlive = async () => (await fetch(`${server.url}/api/me`, { headers: asToken })).ok;
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));

    proxy.cut();
    await expect(page.getByRole('button', { name: /^Нет связи/ })).toBeVisible();
    await leave(page);
    const question = page.getByRole('alertdialog', { name: 'Выйти без подключения?' });
    await expect(question).toContainText('Без подключения войти снова не получится.');
    await question.getByRole('button', { name: 'Выйти' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await storedSession(page)).toEqual(noSession);
    await expect.poll(() => errors.some((line) => line.startsWith('Failed to logout'))).toBe(true);
    expect(await isAlive()).toBe(true);

    // The logout is also sent when the browser was closed meanwhile.
    await page.close();
    await browser.kill();
    const [next] = (await browser.start()).pages();
    if (!next) throw new Error('no page');
    const { calls } = watchCalls(next.context());
    await next.goto(`${proxy.url}/login`);
    await expect(next.getByRole('heading', { name: 'Вход' })).toBeVisible();
    expect(await isAlive()).toBe(true);
    proxy.restore();
    await expect.poll(isAlive).toBe(false);
    expect(countOf(calls, 'POST /refresh')).toBe(0);
    // The cookie is deleted too: nothing signs the person in again.
    await expect.poll(async () => (await next.context().cookies()).map(({ name }) => name)).not.toContain('refresh');
  });
