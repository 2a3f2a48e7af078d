import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { caretInSight } from '#tests/support/caret-in-sight.ts';
import { test } from '#tests/support/e2e-page.ts';
import { recordedProtocol } from '#tests/support/recorded-protocol.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { watchSettling } from '#tests/support/settled.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** Maximum number of stops on a screen that seems to have no end. */
const most = 130;
const lines = 40;

test.describe.configure({ mode: 'parallel' });

/** Visits everything that the Tab key reaches, forwards and backwards. */
async function walk(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < most; presses += 1) {
      await page.keyboard.press(key);
      const fault = await caretInSight(page);
      if (fault) faults.add(`${fault} (${key})`);
      if (await page.evaluate(() => document.activeElement === document.body)) break;
    }
  return [...faults];
}

/** Types more lines than the screen has room for, and goes back up with the arrow. */
async function writeLong(area: Locator): Promise<string[]> {
  const page = area.page();
  const faults = new Set<string>();
  const look = async (what: string) => {
    const fault = await caretInSight(page);
    if (fault) faults.add(`${fault} (${what})`);
  };
  await area.focus();
  for (let line = 1; line <= lines; line += 1) {
    await page.keyboard.insertText(`Строка ${line}`);
    await page.keyboard.press('Enter');
    await look('typed');
  }
  for (let line = 1; line <= lines; line += 1) {
    await page.keyboard.press('ArrowUp');
    await look('up');
  }
  await page.keyboard.press('Control+End');
  await look('at the end');
  return [...faults];
}

async function opened(context: BrowserContext, size: (typeof sizes)[number], address: string): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const settled = watchSettling(page);
  await page.goto(address);
  await expect(page.locator('h1')).toBeVisible();
  await settled();
  return page;
}

for (const size of sizes) {
  const at = `at ${size.width}×${size.height}`;

  test(`nothing covers the focus or the caret on the screen of a protocol, ${at}`, async ({ browser, server }) => {
    const context = await openAs(browser, server.url, 'secretary');
    const { id } = await recordedProtocol(server.url);
    const page = await opened(context, size, `/main/protocols/${id}`);
    await expect(page.getByRole('list', { name: 'Повестка дня' })).toBeVisible();
    expect.soft(await walk(page), 'the screen').toEqual([]);
    await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
    await page.getByRole('menuitem', { name: 'Изменить' }).click();
    expect.soft(await writeLong(page.getByLabel('Слушали')), 'a question').toEqual([]);
    expect.soft(await walk(page), 'the screen with a question open').toEqual([]);
    await context.close();
  });

  test(`nothing covers the focus or the caret in the form of a new protocol, ${at}`, async ({ browser, server }) => {
    const context = await openAs(browser, server.url, 'secretary');
    const page = await opened(context, size, '/main/protocols/add');
    await page.getByRole('button', { name: 'Добавить вопрос' }).click();
    for (let question = 1; question <= 12; question += 1) {
      await page.keyboard.insertText(`О деле № ${question}`);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel(`Вопрос ${question + 1}`, { exact: true })).toBeFocused();
      expect.soft(await caretInSight(page)).toBeUndefined();
    }
    expect.soft(await walk(page)).toEqual([]);
    await context.close();
  });

  test(`nothing covers the focus or the caret in the dialog of a meeting, ${at}`, async ({ browser, server }) => {
    const context = await openAs(browser, server.url, 'secretary');
    const page = await opened(context, size, '/main/meetings?new=1');
    const dialog = page.getByRole('dialog', { name: 'Новая встреча' });
    expect.soft(await writeLong(dialog.getByLabel('Описание')), 'the description').toEqual([]);
    expect.soft(await walk(page), 'the dialog').toEqual([]);
    await context.close();
  });
}

test('the caret stays in sight as the bar at the foot of the window grows', async ({ browser, server }) => {
  const context = await openAs(browser, server.url, 'secretary');
  const { id } = await recordedProtocol(server.url);
  const page = await opened(context, { width: 1024, height: 768 }, `/main/protocols/${id}`);
  await page.getByRole('button', { name: 'Действия: вопрос 1' }).click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  expect(await writeLong(page.getByLabel('Слушали'))).toEqual([]);
  for (const height of [150, 200]) {
    await page.locator('[data-foot]').evaluate((bar, pixels) => {
      bar.style.minHeight = `${pixels}px`;
    }, height);
    expect.soft(await caretInSight(page), `${height} pixels high`).toBeUndefined();
  }
  await context.close();
});
