import { type Browser, expect, type Route } from '@playwright/test';
import { expectAccessible, expectAccessibleAsIs, phone } from '#tests/support/axe.ts';
import { test } from '#tests/support/e2e-page.ts';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { openAs } from '#tests/support/session-steps.ts';

/** Requests for a screen's data. Those about the session are left alone: without it nothing is shown. */
const reads = /\/api\/(?!health|events|refresh|me$)/;

/** One screen of each kind: the others consist of the same parts. */
const names = [
  ...['home', 'meetings-month', 'meetings-list', 'protocols', 'tasks', 'protocol-recorded', 'keywords'],
  ...['secretaries', 'charts', 'users-admin', 'settings-documents'],
];

/** Ways in which a late answer fails. */
const ends: ((route: Route) => Promise<void>)[] = [
  (route) => route.fulfill({ status: 500, json: { message: 'Ошибка сервера' } }),
  (route) => route.fulfill({ status: 403, json: { message: 'Недостаточно прав', code: 'forbidden' } }),
  (route) => route.abort('internetdisconnected'),
];

for (const [place, name] of names.entries())
  test(`axe finds nothing in ${name} while the answer is pending, nor where none will come`, async ({
    browser,
    server,
  }) => {
    const screen = (await everyScreen(server.url)).find((each) => each.name === name);
    if (!screen) throw new Error(`There is no screen ${name}`);
    await visit(browser, server.url, screen, ends[place % ends.length]);
  });

async function visit(browser: Browser, url: string, { name, who, address }: AppScreen, end = ends[0]): Promise<void> {
  const context = await openAs(browser, url, who);
  const page = await context.newPage();
  const over = Promise.withResolvers<void>();
  await page.route(reads, async (route) => {
    await over.promise;
    await end?.(route);
  });
  await page.goto(address);
  const skeleton = page.locator('main').locator('[aria-busy="true"], [class*="skeleton"], [class*="spinner"]');
  await expect(skeleton.filter({ visible: true }).first(), name).toBeVisible();
  await expectAccessibleAsIs(page, `${name} that has not come`);
  over.resolve();
  await expect(page.getByRole('main').getByRole('alert').getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, `${name} that does not come`, [phone]);
  await context.close();
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('axe finds nothing in the offer of a new version', async ({ browser, server }) => {
    const proxy = await FaultProxy.start(server.port);
    const context = await openAs(browser, proxy.url, 'secretary');
    const page = await context.newPage();
    await page.goto('/main/settings');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const worker = await (await fetch(`${server.url}/sw.js`)).text();
    proxy.answerFalsely(({ path }) =>
      path === '/sw.js'
        ? { status: 200, headers: { 'Content-Type': 'text/javascript' }, body: `${worker}\n// next` }
        : undefined,
    );
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(page.getByRole('status').filter({ hasText: 'Доступна новая версия.' })).toBeVisible();
    await expectAccessible(page, 'the offer of a new version');
    await page.getByLabel('Должность').fill('Главный инженер');
    await page.getByRole('button', { name: 'Обновить', exact: true }).click();
    await expect(page.getByRole('alertdialog', { name: 'Обновить без сохранения?' })).toBeVisible();
    await expectAccessible(page, 'the question before a new version');
    await context.close();
    await proxy.stop();
  });
});
