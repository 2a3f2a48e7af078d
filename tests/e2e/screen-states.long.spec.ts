import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { createMeeting, createProtocol, createTask, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { untilKept } from '#tests/support/kept-query.ts';
import { openAs } from '#tests/support/session-steps.ts';

interface Screen {
  address: string;
  /** Element that appears only when the screen has its data. */
  data: (page: Page) => Locator;
  /** The query of that data, and words that only this query has in the device's cache. */
  query: string;
  words: string;
}

const title = 'Протокол о состояниях экранов';
/** Each screen of meetings has a separate month, so that none loads the data of another. */
const months = { '05': 'Встреча мая', '07': 'Встреча июля', '09': 'Встреча сентября' };
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

/** Every screen that reads something, by who may open it; `{id}` is a protocol. */
const screens: Partial<Record<Role, Screen[]>> = {
  secretary: [
    {
      address: '/main/home?date=2034-05-10',
      data: (page) => page.getByRole('list', { name: 'Встречи дня' }).getByText(months['05']).first(),
      query: 'meetings',
      words: months['05'],
    },
    {
      address: '/main/meetings?view=month&date=2034-07-10',
      data: (page) => page.getByRole('grid').getByRole('button', { name: months['07'] }).first(),
      query: 'meetings',
      words: months['07'],
    },
    {
      address: '/main/meetings?view=list&date=2034-09-10',
      data: (page) => page.getByRole('main').getByRole('link', { name: months['09'] }).first(),
      query: 'meetings',
      words: months['09'],
    },
    {
      address: '/main/protocols',
      data: (page) => page.getByRole('table').getByRole('link', { name: title }).first(),
      query: 'protocols',
      words: title,
    },
    {
      address: '/main/protocols?tab=tasks',
      data: (page) => rowsOf(page, 'Поручения').first(),
      query: 'tasks',
      words: '',
    },
    {
      address: '/main/protocols/{id}',
      data: (page) => page.getByRole('list', { name: 'Повестка дня' }).getByText('О складе'),
      query: 'protocol',
      words: title,
    },
    { address: '/main/settings', data: (page) => page.getByLabel('Телефон'), query: 'me', words: '' },
    {
      address: '/main/settings/users',
      data: (page) => rowsOf(page, 'Пользователи').first(),
      query: 'users',
      words: '',
    },
    {
      address: '/main/settings/keywords',
      data: (page) => page.getByRole('list', { name: 'Ключевые слова' }).getByRole('listitem').first(),
      query: 'keywords',
      words: '',
    },
  ],
  manager: [
    {
      address: '/main/secretaries',
      data: (page) => rowsOf(page, 'Секретари').first(),
      query: 'manager-statistics',
      words: 'by_secretary',
    },
    {
      address: '/main/secretaries?view=charts',
      data: (page) => rowsOf(page, 'Просроченные поручения').first(),
      query: 'manager-statistics',
      words: 'final_days',
    },
  ],
  admin: [
    {
      address: '/main/settings/users',
      data: (page) => rowsOf(page, 'Пользователи').first(),
      query: 'users',
      words: '',
    },
  ],
  external: [
    { address: '/main/settings?tab=profile', data: (page) => page.getByLabel('Телефон'), query: 'me', words: '' },
  ],
};

const entries = Object.entries(screens) as [Role, Screen[]][];
/** Alerts of the screen; the fields' own, empty alerts are left out. */
const alerts = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('heading') });
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Повторить' });

/** Creates the data of a secretary's screens, once; resolves with the id of the protocol. */
async function fill(url: string): Promise<string> {
  const token = await signIn(url);
  for (const [month, named] of Object.entries(months)) {
    const at = (hour: number) => `2034-${month}-10T${hour}:00:00+03:00`;
    await createMeeting(url, token, { title: named, start_at: at(10), end_at: at(11) });
  }
  const id = await createProtocol(url, token, title, { agenda: [{ id: crypto.randomUUID(), title: 'О складе' }] });
  await createTask(url, token, id, { title: 'Проверить склад' });
  return id;
}

async function open(page: Page, { address }: Screen, id = ''): Promise<void> {
  await page.goto(address.replace('{id}', id), { waitUntil: 'commit' });
}

/** Waits until the app can open offline. */
async function untilInstalled(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/main/settings?tab=profile');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.getByLabel('Телефон')).toBeVisible();
  return page;
}

test.describe('offline', () => {
  // Offline, pages are served by the service worker.
  test.use({ serviceWorkers: 'allow' });

  for (const [role, places] of entries) {
    test(`${role}: offline, visited screens show their data with its age, others say so and load by themselves later`, async ({
      browser,
      server,
    }) => {
      const id = role === 'secretary' ? await fill(server.url) : '';
      const proxy = await FaultProxy.start(server.port);
      const known = await openAs(browser, proxy.url, role);
      const fresh = await openAs(browser, proxy.url, role);
      // One tab that navigates from address to address, like a person.
      const page = await untilInstalled(known);
      for (const screen of places) {
        await test.step(`read: ${screen.address}`, async () => {
          await open(page, screen, id);
          await expect(screen.data(page)).toBeVisible();
          // The device keeps it a moment later.
          await untilKept(page, screen.query, screen.words);
        });
      }
      const stranger = await untilInstalled(fresh);
      proxy.cut();

      for (const screen of places) {
        await test.step(`shown: ${screen.address}`, async () => {
          await open(page, screen, id);
          await expect(screen.data(page)).toBeVisible();
          await expect(page.getByText(/Нет подключения\.\s*Показаны данные от \d/)).toBeVisible();
        });
      }
      const unread = places.filter(({ query }) => query !== 'me');
      for (const screen of unread) {
        await test.step(`never read: ${screen.address}`, async () => {
          await open(stranger, screen, id);
          const told = alerts(stranger).filter({ hasText: 'Этого нет на устройстве' }).first();
          await expect(told).toContainText('Когда подключение вернётся, данные загрузятся сами.');
          await expect(screen.data(stranger)).toHaveCount(0);
        });
      }
      proxy.restore();
      const last = unread.at(-1);
      if (last) {
        await expect(last.data(stranger)).toBeVisible();
        await expect(alerts(stranger)).toHaveCount(0);
      }
      await Promise.all([known.close(), fresh.close()]);
      await proxy.stop();
    });
  }

  test('a new protocol is written offline also where nothing was opened before', async ({ browser, server }) => {
    const proxy = await FaultProxy.start(server.port);
    const context = await openAs(browser, proxy.url, 'secretary');
    const page = await untilInstalled(context);
    proxy.cut();
    await page.goto('/main/protocols/add');
    await expect(page.getByText('Нет подключения.')).toBeVisible();
    await page.getByLabel('Название').fill('Без линии с первого раза');
    await page.getByRole('button', { name: 'Создать протокол' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Без линии с первого раза' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Открыть очередь отправки$/ })).toContainText('1');
    await context.close();
    await proxy.stop();
  });
});

const refusals = [
  { status: 500, body: { message: 'Ошибка сервера' }, told: 'Сервер не справился' },
  { status: 403, body: { message: 'Недостаточно прав', code: 'forbidden' }, told: 'Нет доступа' },
];

for (const { status, body, told } of refusals) {
  test(`every screen says what to do after an answer of ${status}, and loads when it is retried`, async ({
    browser,
    server,
  }) => {
    const id = await fill(server.url);
    const left = entries.flatMap(([role, places]) => places.map((screen) => ({ role, screen })));
    for (const { role, screen } of left) await refused(role, screen);

    /** Uses a separate browser context: data read by one screen would be shown on another. */
    async function refused(role: Role, screen: Screen): Promise<void> {
      const context = await openAs(browser, server.url, role);
      const page = await context.newPage();
      await page.route(/\/api\/(?!health|events|refresh)/, (route) => route.fulfill({ status, json: body }));
      await open(page, screen, id);
      await expect(alerts(page).filter({ hasText: told }).first()).toBeVisible();
      await expect(screen.data(page)).toHaveCount(0);
      await page.unroute(/\/api\/(?!health|events|refresh)/);
      // A screen of several parts retries each separately.
      await expect(async () => {
        await again(page).evaluateAll((buttons) => {
          for (const button of buttons) (button as HTMLButtonElement).click();
        });
        expect(await alerts(page).count()).toBe(0);
      }).toPass();
      await expect(screen.data(page)).toBeVisible();
      await context.close();
    }
  });
}
