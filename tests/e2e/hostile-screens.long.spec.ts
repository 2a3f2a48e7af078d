import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '#tests/support/api-client.ts';
import { test } from '#tests/support/e2e-page.ts';
import { type HostileThing, makeHostileThings } from '#tests/support/hostile-things.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { expectInPlace, expectNamed } from '#tests/support/sound-page.ts';

interface Visit {
  address: string;
  /** Element that appears once the screen has its data. */
  shown: (page: Page) => Locator;
}

const day = '2037-06-10';
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

/** The screens of a secretary on which such words stand. */
function visitsTo(things: readonly HostileThing[]): Visit[] {
  const onDay = (view: string) => `/main/meetings?view=${view}&date=${day}`;
  return [
    {
      address: `/main/home?date=${day}`,
      shown: (page) =>
        page
          .getByRole('list', { name: 'Встречи дня' })
          .getByRole('listitem')
          .nth(things.length - 1),
    },
    ...['month', 'week', 'day'].map((view) => ({
      address: onDay(view),
      shown: (page: Page) => page.getByRole('grid').locator('[data-stop-meeting]').first(),
    })),
    {
      address: onDay('list'),
      shown: (page) =>
        page
          .getByRole('main')
          .getByRole('listitem')
          .nth(things.length - 1),
    },
    ...things.map(({ meetingId }) => ({
      address: `${onDay('list')}&meeting=${meetingId}`,
      shown: (page: Page) => page.getByRole('dialog').getByRole('link', { name: 'Создать протокол' }),
    })),
    ...things.map(({ meetingId }) => ({
      address: `/main/protocols/add?meeting=${meetingId}`,
      shown: (page: Page) => page.getByLabel('Название'),
    })),
    { address: '/main/protocols', shown: (page) => rows(page, 'Протоколы').nth(things.length - 1) },
    { address: '/main/protocols?tab=tasks', shown: (page) => rows(page, 'Поручения').nth(things.length - 1) },
    {
      address: '/main/settings/keywords',
      shown: (page) => page.getByRole('list', { name: 'Ключевые слова' }).getByRole('listitem').first(),
    },
    { address: '/main/settings/users', shown: (page) => rows(page, 'Пользователи').first() },
    { address: '/main/settings', shown: (page) => page.getByLabel('Телефон') },
  ];
}

/** Checks the screen at the widths of a phone and a laptop. */
async function expectSoundAtWidths(page: Page, where: string): Promise<void> {
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    await expectInPlace(page, `${where} at ${width}`);
  }
  await expectNamed(page, where);
}

test('every screen keeps its layout and its accessible names, whatever a secretary has written', async ({
  browser,
  ownServer: { url },
}) => {
  const things = await makeHostileThings(url, await signIn(url), day);
  const context = await openAs(browser, url, 'secretary');
  const page = await context.newPage();
  for (const { address, shown } of visitsTo(things)) {
    await test.step(address, async () => {
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.locator('h1')).toBeVisible();
      await expect(shown(page)).toBeVisible();
      await expectSoundAtWidths(page, address);
    });
  }
  for (const { word, protocolId } of things) {
    await test.step(`a protocol: ${word}`, async () => {
      await page.goto(`/main/protocols/${protocolId}`, { waitUntil: 'commit' });
      await expect(page.getByRole('list', { name: 'Повестка дня' })).toContainText('О складе');
      for (const tab of ['Поручения', 'Участники']) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await expect(page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) })).toBeVisible();
        await expectSoundAtWidths(page, `${word}: ${tab}`);
        await expect(page.getByRole('button', { name: 'Завершить' }).first()).toBeInViewport();
      }
    });
  }
  await context.close();
});
