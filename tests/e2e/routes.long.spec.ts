import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test';
import { type Role, roles } from '#contract/roles.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { headings, landingTable, placeOf, protocolTitle } from '#tests/support/landings.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { visitInTabs } from '#tests/support/tabs.ts';

const landings: Record<Role, string> = {
  admin: '/main/settings',
  manager: '/main/secretaries',
  secretary: '/main/home',
  external: '/main/settings',
};

const menus: Record<Role, string[]> = {
  admin: ['Настройки'],
  manager: ['Секретари', 'Настройки'],
  secretary: ['Главная', 'Встречи', 'Протоколы', 'Настройки'],
  external: [],
};

// At the short level jsdom goes to all of them (tests/app/landings.test.tsx).
for (const who of ['nobody', ...roles] as const) {
  test(`every address as ${who} leads where the specification says, without a loop`, async ({ server, browser }) => {
    const token = await signIn(server.url);
    const id = await createProtocol(server.url, token, protocolTitle);
    const context = await openAs(browser, server.url, who);
    await takeNoPart(context);
    const rows = landingTable.map(({ name, cells }) => ({ name, cell: cells[who] ?? '' }));
    await visitInTabs(context, rows, (page, row) => expectLanding(page, row, id));
    await context.close();
  });
}

async function expectLanding(page: Page, { name, cell }: { name: string; cell: string }, id: string): Promise<void> {
  const address = name.replace('{id}', id);
  const stays = cell === '=' || cell === '404';
  const ways: string[] = [];
  const note = (frame: Frame) => {
    // The router writes the first address once more.
    if (ways.at(-1) !== frame.url()) ways.push(frame.url());
  };
  page.on('framenavigated', note);
  await page.goto(address, { waitUntil: 'commit' });
  // waitFor checks every frame, while an expectation checks less and less often.
  await page.getByRole('heading', { level: 1, name: headings[placeOf(name, cell)] ?? '', exact: true }).waitFor();
  expect(pathOf(page), name).toBe(stays ? address : cell);
  expect(ways, `${name} goes round`).toEqual([...new Set(ways)]);
  page.off('framenavigated', note);
}

for (const role of roles) {
  test(`the navigation bar of ${role}`, async ({ server, browser }) => {
    const context = await openAs(browser, server.url, role);
    await takeNoPart(context);
    const page = await context.newPage();
    await page.goto('/main/settings');
    const bar = page.getByRole('navigation', { name: 'Разделы' });
    const links = bar.getByRole('listitem').getByRole('link');
    await expect(bar.getByRole('button', { name: 'Выйти' })).toBeVisible();
    await expect(links).toHaveCount(menus[role].length);
    for (const name of menus[role]) await expect(bar.getByRole('link', { name, exact: true })).toBeVisible();

    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    const leave = await bar.getByRole('button', { name: 'Выйти' }).boundingBox();
    for (const box of boxes) expect(box?.y ?? 0).toBeLessThan(leave?.y ?? 0);

    for (const name of menus[role]) {
      await bar.getByRole('link', { name, exact: true }).click();
      await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    }
    const logo = bar.getByRole('link').first();
    await expect(logo).toHaveAccessibleName(/Протокол/);
    await logo.click();
    await expect.poll(() => pathOf(page)).toBe(landings[role]);
    await context.close();
  });
}

test('while the role is unknown there is a spinner and no menu', async ({ server, browser }) => {
  const context = await openAs(browser, server.url, 'secretary', ['token']);
  const page = await context.newPage();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/me', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/main');
  await expect(page.getByRole('status', { name: 'Загрузка...' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  answer.resolve();
  await expect(page).toHaveURL(/\/main\/home$/);
  expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('secretary');
  await context.close();
});

test('a role that this version does not know counts as external', async ({ server, browser }) => {
  const context = await openAs(browser, server.url, 'external', ['token']);
  await takeNoPart(context);
  const page = await context.newPage();
  await page.route('**/api/me', (route) => route.fulfill({ json: { data: { id: 1, role: 'auditor' } } }));
  for (const address of ['/main', '/main/protocols', '/main/settings/users']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Настройки', level: 1 })).toBeVisible();
    expect(pathOf(page)).toBe('/main/settings');
  }
  await expect(page.getByRole('navigation', { name: 'Разделы' }).getByRole('listitem')).toHaveCount(0);
  await context.close();
});

/** Whoever takes part in meetings lands on a tab of the settings: `tests/app/participation.test.tsx`. */
async function takeNoPart(context: BrowserContext): Promise<void> {
  const meta = { current_page: 1, per_page: 15, last_page: 1, total: 0 };
  await context.route(/\/api\/me\/(tasks|meetings|protocols)(\?|$)/, (route) =>
    route.fulfill({ json: route.request().url().includes('/meetings') ? { data: [] } : { data: [], meta } }),
  );
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
